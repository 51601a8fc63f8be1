import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "../../../../src/engine/types.ts";
import { type EngineOptions, startEngine } from "../../../../src/engine/worker/start-engine.ts";
import { statement } from "../fake-tables.ts";

const endless =
  "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c";
const count = "SELECT count(*) FROM users";
const engines: Engine[] = [];
let folder = "";

beforeAll(async () => {
  // Below node_modules, so that the bundle finds the packages it leaves out.
  mkdirSync("node_modules/.cache", { recursive: true });
  folder = mkdtempSync("node_modules/.cache/engine-");
  await build({
    entryPoints: {
      test: "test/unit/engine/worker/test-worker.ts",
      real: "src/engine/worker/worker.ts",
      engine: "src/engine/worker/start-engine.ts",
    },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
});

afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (name: string) => pathToFileURL(join(process.cwd(), folder, `${name}.mjs`));

function start(options: Partial<EngineOptions> = {}): Engine {
  const engine = startEngine({
    workerUrl: urlOf("test"),
    watchdog: { graceMs: 300, startMs: 15_000 },
    ...options,
  });
  engines.push(engine);
  return engine;
}

test("a worker answers statements, tables and tablesRead", async () => {
  const engine = start();
  const [result, bad] = await engine.run([statement(count), statement("SELECT nope FROM users")]);
  expect(result!.rows).toEqual([[3]]);
  expect(bad!.error).toEqual({ reason: "error", message: "no such column: nope" });
  expect((await engine.tables()).map(({ name }) => name)).toContain("shadow");
  expect(await engine.tablesRead(count)).toEqual(["users"]);
  expect(await engine.run([])).toEqual([]);
});

test("the tables of a statement are determined once for concurrent callers", async () => {
  const engine = start();
  const first = engine.tablesRead(count);
  expect(engine.tablesRead(count)).toBe(first);
  expect(await first).toEqual(["users"]);
});

test("given rows are evaluated in another pool than live runs", async () => {
  const engine = start();
  const [live, given] = await Promise.all([
    engine.run([statement(count)]),
    engine.run([statement(count)], { rows: { users: [], shadow: null } }),
  ]);
  expect(live[0]!.rows).toEqual([[3]]);
  expect(given[0]!.rows).toEqual([[0]]);
});

test("endless statements don't block others", async () => {
  const engine = start();
  const stuck = Array.from({ length: 3 }, () =>
    engine.run([statement(endless, { timeout_ms: 3_000 })]),
  );
  let ended = 0;
  for (const run of stuck) void run.then(() => ended++);
  const [result] = await engine.run([statement(count)]);
  expect(result!.rows).toEqual([[3]]);
  expect(ended).toBe(0);
  expect((await Promise.all(stuck)).map(([slow]) => slow!.error?.reason)).toEqual(
    Array(3).fill("timed_out"),
  );
});

test("a worker that hangs in a statement is replaced, and the other statements still run", async () => {
  const engine = start();
  const results = await engine.run([
    statement(count),
    statement("SELECT * FROM file WHERE path = '/hang'", { timeout_ms: 200 }),
    statement("SELECT path FROM file WHERE path = '/a'"),
  ]);
  expect(results.map(({ error }) => error?.reason ?? null)).toEqual([null, "timed_out", null]);
  expect(results[2]!.rows).toEqual([["/a"]]);
  expect((await engine.run([statement(count)]))[0]!.rows).toEqual([[3]]);
});

test("a survey of the disk has what it has in this thread, and its errors keep their reasons", async () => {
  const root = mkdtempSync(join(tmpdir(), "inquest-survey-"));
  writeFileSync(join(root, "tool"), "");
  chmodSync(join(root, "tool"), 0o4755);
  const engine = start({ workerUrl: urlOf("real"), host: { root, platform: "linux" } });
  const find = () => engine.run([statement("SELECT path, mode, size, permissions FROM suid_bin")]);
  const [unmounted] = await find();
  expect(unmounted!.gaps).toMatchObject([{ reason: "table_missing" }]);
  mkdirSync(join(root, "proc/1"), { recursive: true });
  writeFileSync(join(root, "proc/1/mounts"), "/dev/sda1 / ext4 rw 0 0\n");
  const [result] = await find();
  rmSync(root, { recursive: true });
  expect(result!.rows).toEqual([["/tool", "4755", 0, "S"]]);
});

test("an endlessly backtracking pattern ends with its worker", async () => {
  // Look-ahead keeps V8 from its linear engine.
  const sql = `SELECT regex_match('${"a".repeat(60)}!', '^(?=a)(a+)+$', 0)`;
  const [bomb, after] = await start().run([statement(sql, { timeout_ms: 200 }), statement(count)]);
  expect(bomb!.error?.reason).toBe("timed_out");
  expect(after!.rows).toEqual([[3]]);
});

test("a worker that hangs in a collection is replaced, and only that table counts as timed out", async () => {
  const engine = start();
  const results = await engine.run([
    statement("SELECT * FROM hanging", { timeout_ms: 200 }),
    statement(count, { timeout_ms: 200 }),
  ]);
  expect(results[0]!.error?.reason).toBe("timed_out");
  expect(results[0]!.gaps[0]?.table).toBe("hanging");
  expect(results[1]!.rows).toEqual([[3]]);
});

test("a worker that crashes fails only its current statement", async () => {
  const engine = start();
  const [fatal, after] = await engine.run([
    statement("SELECT * FROM file WHERE path = '/exit'"),
    statement(count),
  ]);
  expect(fatal!.error?.reason).toBe("error");
  expect(after!.rows).toEqual([[3]]);
  expect((await engine.run([statement(count)]))[0]!.rows).toEqual([[3]]);
});

test("a worker that can't start fails every statement", async () => {
  const engine = start({ workerUrl: urlOf("absent") });
  const results = await engine.run([statement(count), statement("SELECT 1")]);
  expect(results.map(({ error }) => error?.reason)).toEqual(["error", "error"]);
});

test("runs beyond the number of workers wait", async () => {
  const engine = start({ poolSize: { live: 1, cached: 1 } });
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) => engine.run([statement(`SELECT ${n}`)])),
  );
  expect(results.map(([result]) => result!.rows[0]![0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("an aborted run frees its thread at once and keeps its results so far", async () => {
  const engine = start({ poolSize: { live: 1, cached: 1 } });
  const stop = new AbortController();
  const statements = [statement(count), statement(endless, { timeout_ms: 60_000 })];
  const runaway = engine.run(statements, { signal: stop.signal });
  const next = engine.run([statement(count)]);
  setTimeout(() => stop.abort(), 100);
  expect((await runaway)[1]!.error?.reason).toBe("timed_out");
  expect((await next)[0]!.rows).toEqual([[3]]);
});

test("closing an engine ends the running and the waiting runs", async () => {
  const engine = start({ poolSize: { live: 1, cached: 1 } });
  const runs = [
    engine.run([statement(endless, { timeout_ms: 60_000 })]),
    engine.run([statement(count)]),
  ];
  await engine.close();
  const reasons = (await Promise.all(runs)).map(([result]) => result!.error?.reason);
  expect(reasons).toEqual(["error", "error"]);
  expect((await engine.run([statement(count)]))[0]!.error?.message).toBe("the engine is closed");
});

test("an idle engine does not keep the process alive", async () => {
  const script = join(folder, "idle.mjs");
  writeFileSync(
    script,
    `import { startEngine } from "./engine.mjs";
     const engine = startEngine({ workerUrl: new URL("./real.mjs", import.meta.url) });
     const [result] = await engine.run([{ id: "a", sql: "SELECT 42", max_rows: 1, timeout_ms: 1000 }]);
     console.log(result.rows[0][0]);`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 15_000 });
  expect(stdout).toBe("42\n");
});
