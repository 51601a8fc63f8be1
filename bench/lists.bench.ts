import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fillLists } from "./lists/fill.ts";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";

const rowCount = 10_000;
const rounds = 5;
const mostMs = 1_000;
const mostMb = 150;

const lists = [
  ["investigate", "list", "--all"],
  ["webhooks", "deliveries", "--all"],
  ["agents", "list", "--all"],
  ["curiosity", "list", "--all"],
];

/** Long lists through a pipe to `head`: until the pipe has ended, and the memory of the command. */
export async function run(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "inquest-lists-"));
  try {
    await stop(await startServer(dataDir));
    await fillLists(dataDir, rowCount);
    const server = await startServer(dataDir);
    try {
      const rows: BenchRow[] = [];
      for (const list of lists) {
        rows.push(await rowOf(list, "head", dataDir), await rowOf(list, "tail -1", dataDir));
      }
      return rows;
    } finally {
      await stop(server);
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function rowOf(list: string[], reader: string, dataDir: string): Promise<BenchRow> {
  const runs = [];
  for (let round = 0; round < rounds; round++) runs.push(await measure(list, reader, dataDir));
  const ms = median(runs.map((one) => one.ms));
  const mb = Math.max(...runs.map((one) => one.mb));
  const what = `inquest ${list.join(" ")} | ${reader}, ${rowCount.toLocaleString("en")} rows`;
  const measured = `${ms.toFixed(0)} ms, ${mb.toFixed(0)} MB`;
  // The bar is for `head`; reading to the end is shown for comparison.
  if (reader !== "head") return { what, measured };
  return {
    what,
    measured,
    bar: `≤ ${mostMs} ms, ≤ ${mostMb} MB`,
    met: ms <= mostMs && mb <= mostMb,
  };
}

async function measure(list: string[], reader: string, dataDir: string) {
  const peak = join(dataDir, "peak");
  const probe = join(dataDir, "probe.cjs");
  await writeFile(probe, probeCode(peak));
  const line = `"$0" --require "$1" bin/run.js ${list.join(" ")} | ${reader}`;
  const startedAt = performance.now();
  const pipe = spawn("bash", ["-o", "pipefail", "-c", line, process.execPath, probe], {
    env: environment(dataDir),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  pipe.stderr.on("data", (chunk) => {
    told += chunk;
  });
  const [code] = await once(pipe, "close");
  const ms = performance.now() - startedAt;
  if (code !== 0 || told !== "") throw new Error(`${list.join(" ")} ended with ${code}: ${told}`);
  return { ms, mb: Number(await readFile(peak, "utf8")) / 1024 };
}

/** Keeps the most memory that the process had, in KiB, at its end. */
const probeCode = (file: string) =>
  `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(file)}, ` +
  "String(process.resourceUsage().maxRSS)));";

const environment = (dataDir: string) => ({
  PATH: process.env.PATH,
  HOME: dataDir,
  INQUEST_DATA_DIR: dataDir,
});

async function startServer(dataDir: string): Promise<ChildProcess> {
  const flags = ["--no-local-agent", "--port", "0", "--rate-limit", "0", "--json"];
  const server = spawn(process.execPath, ["bin/run.js", "server", ...flags], {
    env: environment(dataDir),
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(createInterface(server.stdout!), "line");
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill("SIGTERM");
  await once(server, "exit");
}
