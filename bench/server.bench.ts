import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { build } from "esbuild";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";

export const connections = 50;
const rounds = 7;
const secondsPerRound = 2;
const atLeast = 0.4;

/** Accepted triggers a second, each durable, against a bare route with the same schemas. */
export async function run(): Promise<BenchRow[]> {
  // Inside bench/, so that the bundle finds the program's own packages.
  const folder = await mkdtemp("bench/bundle-");
  try {
    return [toRow(await measureInTurns(await bundleChild(folder)))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Requests a second in each round. */
interface Rates {
  bare: number[];
  inquest: number[];
}

async function measureInTurns(childFile: string): Promise<Rates> {
  const rates: Rates = { bare: [], inquest: [] };
  const bare = await start(childFile, "bare");
  const inquest = await start(childFile, "inquest");
  try {
    await measure(bare, 1);
    await measure(inquest, 1);
    // In turns, so that whatever else the machine does meets both alike.
    for (let round = 0; round < rounds; round++) {
      rates.bare.push(await measure(bare, secondsPerRound));
      rates.inquest.push(await measure(inquest, secondsPerRound));
    }
  } finally {
    await Promise.all([stop(bare), stop(inquest)]);
  }
  return rates;
}

function toRow({ bare, inquest }: Rates): BenchRow {
  const ratio = median(inquest.map((rate, round) => rate / bare[round]!));
  return {
    what: `accepted triggers/s, ${connections} connections`,
    measured: `${Math.round(median(inquest))}/s (${ratio.toFixed(2)}×)`,
    peer: `bare Fastify ${Math.round(median(bare))}/s`,
    bar: `≥ ${atLeast}×`,
    met: ratio >= atLeast,
  };
}

interface Server {
  url: string;
  key: string;
  child: ChildProcess;
}

export async function bundleChild(folder: string): Promise<string> {
  const outfile = join(folder, "server-child.js");
  await build({
    entryPoints: ["bench/server/child.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  return outfile;
}

/** Over a database if one is named. */
export async function start(
  childFile: string,
  which: "bare" | "inquest",
  database: string[] = [],
): Promise<Server> {
  const child = spawn(process.execPath, [childFile, which, ...database], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { ...(JSON.parse(line) as { url: string; key: string }), child };
}

export async function stop({ child }: Server): Promise<void> {
  child.stdin?.end();
  await once(child, "exit");
}

/** Accepted triggers a second. */
export async function measure({ url, key }: Server, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/v1/investigations`,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "which services listen on every interface?" }),
    connections,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  }
  return result["2xx"] / result.duration;
}
