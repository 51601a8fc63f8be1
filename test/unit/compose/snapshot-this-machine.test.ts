import { afterEach, expect, test, vi } from "vitest";
import type { Engine, RunOptions } from "../../../src/agent/engine/types.ts";
import { startSnapshots } from "../../../src/compose/snapshot-this-machine.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { agentRecord, statementResult } from "../../helpers/records.ts";
import { openTestStore } from "../../helpers/test-server.ts";

afterEach(() => void vi.useRealTimers());

const info = {
  name: "users",
  description: "",
  platforms: [],
  columns: [],
  required: [],
  here: true,
};

async function snapshotting(run: Engine["run"]) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const store = await openTestStore();
  const agent = agentRecord({ agent_id: "web-1" });
  const errors: unknown[] = [];
  const engine = { run, tables: async () => [info] } as unknown as Engine;
  const onError = (error: unknown) => errors.push(error);
  const snapshots = startSnapshots({ store, clock: systemClock, engine, agent, onError });
  return { snapshots, errors, kept: async () => (await store.find("snapshot", agent.id))?.record };
}

test("a stop breaks off the snapshot under way and keeps nothing of it", async () => {
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const { snapshots, errors, kept } = await snapshotting((_, { signal }: RunOptions = {}) => {
    begun();
    return new Promise((resolve) => {
      signal!.addEventListener("abort", () => resolve([statementResult({ id: "users" })]));
    });
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await beginning;
  await snapshots.stop();
  expect(await kept()).toBeUndefined();
  expect(errors).toEqual([]);
});

test("what was read whole is kept", async () => {
  let saved = () => {};
  const saving = new Promise<void>((resolve) => {
    saved = resolve;
  });
  const rows = [["root"]];
  const { snapshots, kept } = await snapshotting(async () => {
    saved();
    return [statementResult({ id: "users", columns: ["username"], rows })];
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await saving;
  vi.useRealTimers();
  await vi.waitFor(async () => expect((await kept())?.tables.users?.row_count).toBe(1));
  await snapshots.stop();
});

test("a table half seen is kept with what it lacks", async () => {
  const gap = { table: "users", reason: "denied" as const, detail: "1 user: permission denied" };
  const { snapshots, kept } = await snapshotting(async () => [
    statementResult({ id: "users", columns: ["username"], rows: [["root"]], gaps: [gap] }),
  ]);
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  await vi.waitFor(async () =>
    expect((await kept())?.tables.users).toMatchObject({ row_count: 1, gaps: [gap] }),
  );
  await snapshots.stop();
});
