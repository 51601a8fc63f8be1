import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { createSqlRunner } from "../src/engine/run/sql-runner.ts";
import { startEngine } from "../src/engine/worker/start-engine.ts";
import type { CollectedTable } from "../src/tables/model/table.ts";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";

const folder = "dist/bench";
const workerUrl = pathToFileURL(`${folder}/engine-worker.js`);
const sleeperCount = 300;
const scannedTables = ["processes", "listening_ports", "process_open_sockets"];

/** The agent engine: collecting this machine, starting, scanning, and leaving the main thread alone. */
export async function run(): Promise<BenchRow[]> {
  await bundle();
  return [await scanMachine(), await startProcess(), await scanRows(), await loopDelay()];
}

async function bundle(): Promise<void> {
  writeFileSync(
    "dist/engine-query.ts",
    `import { createSqlRunner } from "../src/engine/run/sql-runner.ts";
     import { tables } from "../src/tables/registry.ts";
     const runner = await createSqlRunner({ tables });
     await runner.run([{ id: "a", sql: "SELECT 1", max_rows: 1, timeout_ms: 1000 }]);
     process.exit(0);`,
  );
  await build({
    entryPoints: {
      "engine-worker": "src/engine/worker/worker.ts",
      "engine-query": "dist/engine-query.ts",
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
}

const statement = (sql: string) => ({ id: "a", sql, max_rows: 100_000, timeout_ms: 30_000 });

async function scanMachine(): Promise<BenchRow> {
  const sleepers = await startSleepers();
  const engine = startEngine({ workerUrl });
  try {
    const statements = scannedTables.map((table) => statement(`SELECT * FROM ${table}`));
    await engine.run(statements);
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const started = performance.now();
      const results = await engine.run(statements);
      times.push(performance.now() - started);
      const failure = results.find(({ error }) => error)?.error;
      if (failure) throw new Error(failure.message);
      if (results[0]!.row_count < sleeperCount) throw new Error("the sleepers were not seen");
    }
    const ms = median(times);
    return {
      what: `scan ${scannedTables.join(" + ")}, ${sleeperCount} processes more`,
      measured: `${ms.toFixed(0)} ms`,
      bar: "≤ 150 ms",
      met: ms <= 150,
    };
  } finally {
    await engine.close();
    for (const sleeper of sleepers) sleeper.kill("SIGKILL");
  }
}

async function startSleepers(): Promise<ChildProcess[]> {
  const sleepers = Array.from({ length: sleeperCount }, () =>
    spawn("sleep", ["600"], { stdio: "ignore" }),
  );
  await Promise.all(sleepers.map((sleeper) => once(sleeper, "spawn")));
  return sleepers;
}

/** A whole process that answers one statement, against Node doing nothing, in turns. */
async function startProcess(): Promise<BenchRow> {
  const times = { query: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 7; round++) {
    times.query.push(await timeNode([`${folder}/engine-query.js`]));
    times.bare.push(await timeNode(["-e", "0"]));
  }
  const [query, bare] = [median(times.query), median(times.bare)];
  return {
    what: "engine in a process of its own, SELECT 1",
    measured: `${query.toFixed(0)} ms (${(query / bare).toFixed(2)}×)`,
    peer: `node -e 0: ${bare.toFixed(0)} ms`,
    bar: "≤ 4×",
    met: query / bare <= 4,
  };
}

async function timeNode(args: string[]): Promise<number> {
  const started = performance.now();
  await promisify(execFile)(process.execPath, args);
  return performance.now() - started;
}

async function scanRows(): Promise<BenchRow> {
  const count = 200_000;
  const rows = Array.from({ length: count }, (_, n) => ({ n, name: `process ${n}` }));
  const table: CollectedTable = {
    name: "many",
    description: "Rows to scan.",
    platforms: [process.platform],
    columns: { n: "BIGINT", name: "TEXT" },
    collect: () => ({ rows, gaps: [] }),
  };
  const runner = await createSqlRunner({ tables: [table] });
  const rates: number[] = [];
  for (let round = 0; round < 5; round++) {
    const [result] = await runner.run([statement("SELECT sum(n), max(name) FROM many")]);
    rates.push((count / result!.duration_ms) * 1_000);
  }
  runner.close();
  const rate = median(rates);
  return {
    what: "rows/s out of a collected table, two columns",
    measured: `${Math.round(rate).toLocaleString("en")}/s`,
    bar: "≥ 200,000/s",
    met: rate >= 200_000,
  };
}

/** Delay of the main thread's loop while a worker is kept busy with joins and endless recursion. */
async function loopDelay(): Promise<BenchRow> {
  const engine = startEngine({ workerUrl });
  const heavy = [
    "SELECT * FROM processes",
    "SELECT * FROM process_open_files",
    "SELECT count(*) FROM process_open_files a JOIN processes b USING (pid), processes c",
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c",
  ].map((sql) => ({ ...statement(sql), timeout_ms: 1_000 }));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  try {
    await engine.run([statement("SELECT 1")]);
    delay.enable();
    for (let round = 0; round < 3; round++) await engine.run(heavy);
  } finally {
    delay.disable();
    await engine.close();
  }
  const p99 = delay.percentile(99) / 1e6;
  return {
    what: "event-loop delay of the main thread, p99, while a worker is busy",
    measured: `${p99.toFixed(1)} ms`,
    bar: "≤ 20 ms",
    met: p99 <= 20,
  };
}
