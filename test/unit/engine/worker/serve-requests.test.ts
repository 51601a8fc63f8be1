import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { SqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { serveRequests } from "../../../../src/engine/worker/serve-requests.ts";
import type { WorkerMessage } from "../../../../src/engine/worker/worker-protocol.ts";

const idle = {
  tables: () => [],
  close() {},
  run: async () => [],
  tablesRead: () => [],
  prepare: () => ({ error: null, tables: [], placed: new Map<string, string>() }),
};

const position = new Int32Array(1);

/** The last message for a request, and whether an unused object is still in memory afterwards. */
async function serve(memoryBytes: number) {
  let unused: object | null = { some: "rows" };
  const inMemory = new WeakRef(unused);
  unused = null;
  await setImmediate(); // a WeakRef keeps its object until the end of the task that made it
  const runner: SqlRunner = { ...idle, memoryBytes: () => memoryBytes };
  const messages: WorkerMessage[] = [];
  const post = (message: WorkerMessage) => void messages.push(message);
  const answer = serveRequests({
    runner: Promise.resolve(runner),
    reusableBytes: 100,
    position,
    post,
  });
  await answer({ type: "run", statements: [], options: {} });
  return { last: messages.at(-1), isCollected: inMemory.deref() === undefined };
}

test("a thread that has grown collects its garbage before it reports its memory", async () => {
  expect(await serve(101)).toEqual({ last: { type: "done", memoryBytes: 101 }, isCollected: true });
});

test("without statements those of the run before run again", async () => {
  const ran: string[] = [];
  const run: SqlRunner["run"] = async (statements) => {
    ran.push(statements.map(({ sql }) => sql).join(";"));
    return [];
  };
  const runner = Promise.resolve({ ...idle, run, memoryBytes: () => 0 });
  const answer = serveRequests({ runner, reusableBytes: 100, position, post: () => {} });
  const statements = [{ id: "a", sql: "SELECT 1", max_rows: 1, timeout_ms: 1 }];
  await answer({ type: "run", statements, options: {} });
  await answer({ type: "tables" });
  await answer({ type: "run", statements: null, options: {} });
  expect(ran).toEqual(["SELECT 1", "SELECT 1"]);
});
