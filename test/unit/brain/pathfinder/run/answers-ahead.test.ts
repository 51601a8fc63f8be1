import { expect, onTestFinished, test } from "vitest";
import { askHost } from "../../../../../src/brain/hosts/ask-host.ts";
import { depthLimits } from "../../../../../src/brain/model/limits.ts";
import { createPathfinder } from "../../../../../src/brain/pathfinder/model/pathfinder.ts";
import { startAnswersAhead } from "../../../../../src/brain/pathfinder/run/answers-ahead.ts";
import { edgeStatements } from "../../../../../src/brain/pathfinder/run/ingest-hosts.ts";
import type { BrainServices } from "../../../../../src/brain/ports/services.ts";
import { saveSnapshot } from "../../../../../src/brain/snapshots/save-snapshot.ts";
import { hashRows } from "../../../../helpers/hash-rows.ts";
import { agentRecord, statementResult } from "../../../../helpers/records.ts";
import { openTestStore } from "../../../../helpers/test-server.ts";

const day = 24 * 3_600_000;

/** A store with one agent; its rule's answer is the rows of `sudoers`, computed by a counted evaluator. */
async function aFleet() {
  const store = await openTestStore();
  const agent = agentRecord({ agent_id: "web-1", os: "linux" });
  await store.commit([{ type: "put", kind: "agent", record: agent }]);
  let computed = 0;
  let now = Date.parse("2026-11-01T01:00:00Z");
  const services = {
    store,
    clock: { now: () => now },
    ask: () => Promise.reject(new Error("the host is not asked")),
    pathfinder: createPathfinder({
      statementsFor: () => [{ id: "sudo_root", sql: "SELECT * FROM sudoers" }],
      openEstate: () => ({}) as never,
    }),
    evaluator: {
      tablesRead: async () => ["sudoers"],
      async overSnapshots(_, { rows }) {
        computed++;
        return [statementResult({ id: "sudo_root", columns: ["row"], rows: [[rows.sudoers!]] })];
      },
      overRows: () => Promise.reject(new Error("not asked")),
    },
  } satisfies Partial<BrainServices> as unknown as BrainServices;
  const send = (rows: Record<string, unknown>[], deniedTables: string[] = []) =>
    saveSnapshot(store, agent, {
      snapshot: {
        agent_id: "web-1",
        collected_at: "2026-11-01T00:00:00.000Z",
        tables: { sudoers: { sha256: hashRows(rows), rows, gaps: [] } },
      },
      deniedTables,
    });
  const { standard: limits } = depthLimits;
  const ask = async () => {
    const terms = { services, limits };
    const answer = await askHost(
      agent,
      {
        investigationId: "inv",
        mode: "cached",
        statements: edgeStatements("linux", terms),
        deniedBy: new Map(),
        snapshotFreshMs: day,
        timeoutMs: 1_000,
        keepsAnswers: true,
        signal: new AbortController().signal,
      },
      services,
    );
    return answer.results.get("sudo_root")!.rows;
  };
  return {
    store,
    services,
    send,
    ask,
    record: async () => (await store.find("snapshot", agent.id))!.record,
    computed: () => computed,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const errors: unknown[] = [];
function start({ services }: Awaited<ReturnType<typeof aFleet>>) {
  const ahead = startAnswersAhead({ services, onError: (error) => errors.push(error) });
  onTestFinished(() => ahead.stop());
  return ahead;
}

test("answers over stored and arriving snapshots are there before the first question", async () => {
  const fleet = await aFleet();
  await fleet.send([{ user: "alice" }]);
  const ahead = start(fleet);
  await ahead.settled();
  expect([fleet.computed(), await fleet.ask(), fleet.computed()]).toEqual([
    1,
    [['[{"user":"alice"}]']],
    1,
  ]);
  const first = (await fleet.record()).answers!.blob;
  await fleet.send([{ user: "bob" }]);
  await ahead.settled();
  expect(await fleet.ask()).toEqual([['[{"user":"bob"}]']]);
  expect(fleet.computed()).toBe(2);
  expect(await fleet.store.getBlob(first)).toBeUndefined();
  expect(errors).toEqual([]);
});

test("a snapshot that is sent again unchanged keeps its answers", async () => {
  const fleet = await aFleet();
  const ahead = start(fleet);
  await fleet.send([{ user: "alice" }]);
  await ahead.settled();
  await fleet.send([{ user: "alice" }]);
  await ahead.settled();
  await fleet.ask();
  expect(fleet.computed()).toBe(1);
});

test("answers a day old are computed again: statements compare rows with the time", async () => {
  const fleet = await aFleet();
  await fleet.send([{ user: "alice" }]);
  await fleet.ask();
  fleet.pass(day + 1);
  await fleet.ask();
  expect(fleet.computed()).toBe(2);
});

test("a denied table takes the answers with it", async () => {
  const fleet = await aFleet();
  await fleet.send([{ user: "alice" }]);
  await fleet.ask();
  const { answers } = await fleet.record();
  await fleet.send([], ["sudoers"]);
  expect((await fleet.record()).answers).toBeUndefined();
  expect(await fleet.store.getBlob(answers!.blob)).toBeUndefined();
});
