import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseSse } from "../../src/client/parse-sse.ts";
import type { Investigation } from "../../src/contract/investigation.ts";
import { makeEstate } from "./make-estate.ts";

/** A running server with simulated hosts, or none. */
export interface BenchServer {
  url: string;
  dataDir: string;
  key: string;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Seconds from the trigger until so many hosts answered, and until the end; live by default. */
  ask(
    query: string,
    hosts: number,
    mode?: "live" | "auto" | "cached",
  ): Promise<{ mostSeconds: number; allSeconds: number }>;
  /** Seconds of processor time used so far. */
  cpuSeconds(): number;
  /** The most memory it ever had, MB. */
  peakMegabytes(): number;
  stop(): Promise<void>;
}

export interface BenchServerOptions {
  hosts: number;
  make?: (folder: string, hosts: number) => void;
  flags?: string[];
  /** Keeps the records in this database. */
  database?: string;
  /** Another server over the same database, whose keys and accounts this one has too. */
  beside?: Pick<BenchServer, "dataDir" | "key">;
}

/** Starts the built program; `hosts` simulated ones, which `make` writes, are connected when it resolves. */
export async function startBenchServer({
  hosts,
  make = makeEstate,
  flags = [],
  database,
  beside,
}: BenchServerOptions): Promise<BenchServer> {
  const home = mkdtempSync(join(tmpdir(), "inquest-bench-"));
  const dataDir = join(home, "data");
  if (beside) copyKeys(beside.dataDir, dataDir);
  const estate = join(home, "estate");
  make(estate, hosts);
  const args = ["--port", "0", "--json", "--no-local-agent", "--rate-limit", "0", ...flags];
  const child = spawn(
    process.execPath,
    ["bin/run.js", "server", ...args, ...(hosts > 0 ? ["--estate", estate] : [])],
    {
      env: {
        ...process.env,
        INQUEST_DATA_DIR: dataDir,
        ...(database !== undefined && { INQUEST_DATABASE_URL: database }),
      },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) throw new Error("the server ended at its start");
  const { url, api_key: key = beside?.key } = JSON.parse(first.value);
  const call: BenchServer["call"] = (method, path, body) =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    url,
    dataDir,
    key,
    call,
    async ask(query, count, mode = "live") {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      const triggered = await call("POST", "/v1/investigations", { query, mode });
      const { investigation_id: id } = (await triggered.json()) as { investigation_id: string };
      const stream = await call("GET", `/v1/investigations/${id}/stream`);
      let mostSeconds: number | null = null;
      for await (const { event, data } of parseSse(stream.body as never)) {
        const answered = event === "progress" ? JSON.parse(data).agents.answered : 0;
        if (answered >= 0.95 * count) mostSeconds ??= seconds();
      }
      const allSeconds = seconds();
      const outcome = await call("GET", `/v1/investigations/${id}`);
      const { status, summary } = (await outcome.json()) as Investigation;
      const answered = summary?.coverage.agents_answered;
      if (status !== "completed" || answered !== count)
        throw new Error(`${query}: ${status}, ${answered} of ${count} answered`);
      return { mostSeconds: mostSeconds ?? allSeconds, allSeconds };
    },
    cpuSeconds() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      // Fields 14 and 15 of proc(5): user and system time in hundredths of a second.
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    peakMegabytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}

/** All servers over a database need the same keys. */
export function copyKeys(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const file of ["secret.key", "plan.key"]) copyFileSync(join(from, file), join(to, file));
}
