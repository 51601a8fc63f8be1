import { expect, test } from "vitest";
import { createCatalogue } from "../../../../src/brain/detections/catalogue.ts";
import { investigate } from "../../../../src/brain/run/investigate.ts";
import { openRunRecord } from "../../../../src/brain/run/run-record.ts";
import type { EventDraft } from "../../../../src/contract/event.ts";
import type { InvestigationRecord } from "../../../../src/store/records.ts";
import { withoutWays } from "../../../helpers/pathfinder.ts";
import {
  agentRecord,
  detectionDefinition,
  investigationRecord,
  reading,
  statementResult,
} from "../../../helpers/records.ts";
import { planResult, signedAnswer } from "../../../helpers/signed-answer.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

/** A scheduled question about weak things; `hosts` has the things of each host, or null if it is offline. */
async function schedule(hosts: Record<string, string[] | null>) {
  const store = await openTestStore();
  const events: EventDraft[] = [];
  let runs = 0;
  let lastCompleted: string | undefined;
  const services = {
    store,
    clock: { now: () => Date.parse("2026-11-01T00:00:10.000Z") },
    catalogue: createCatalogue({ definitions: [detectionDefinition()], shippedCases: {}, store }),
    read: async () => reading({ route: ["detections"], detections: ["weak"], sql: [] }),
    agentsOf: async () => Object.keys(hosts).map((agent_id) => agentRecord({ agent_id })),
    ask: async ({ agent, statements }: Parameters<typeof answerOf>[1]) =>
      answerOf(hosts[agent.agent_id] ?? null, { agent, statements }),
    evaluator: {
      tablesRead: async () => ["things"],
      overSnapshots: async () => [],
      overRows: () => Promise.reject(new Error("nothing to merge here")),
    },
    pathfinder: withoutWays,
    wordsOf: () => undefined,
    columnFormats: {},
    emit: (event: EventDraft) => {
      events.push(event);
      return [];
    },
  };
  /** The events about findings of one run, as `type host rows`. */
  const run = async (over: Partial<InvestigationRecord> = {}) => {
    const record = investigationRecord({
      id: `inv_0000000000000000000000000${++runs}`,
      curiosity_id: "cur_1",
      mode: "live",
      ...(lastCompleted !== undefined && { compared_with: lastCompleted }),
      ...over,
    });
    await store.commit([{ type: "put", kind: "investigation", record }]);
    await investigate(
      (await openRunRecord(store, record.id, "test"))!,
      services,
      new AbortController().signal,
    );
    const ended = (await store.find("investigation", record.id))!.record;
    if (ended.status === "completed") lastCompleted = record.id;
    return events.splice(0).filter(isOfFinding).map(describe).sort();
  };
  return { hosts, run };
}

function answerOf(
  things: string[] | null,
  { agent, statements }: { agent: { agent_id: string }; statements: { id: string }[] },
) {
  if (!things) return { ok: false, reason: "offline", detail: "not connected" } as const;
  const rows = things.map((thing) => [thing]);
  const results = statements.map(({ id }) => statementResult({ id, columns: ["a"], rows }));
  return signedAnswer(planResult(agent.agent_id, `pln_${agent.agent_id}`, results));
}

const isOfFinding = ({ type }: EventDraft) => type.startsWith("finding.");

function describe({ type, data }: EventDraft) {
  const { hostname, evidence } = data.finding as {
    hostname: string;
    evidence: { rows: unknown[][] };
  };
  return `${type} ${hostname} ${evidence.rows.flat().join("+")}`;
}

test("the first run sends every finding, a run that finds the same ones sends none", async () => {
  const { run } = await schedule({ "web-1": ["x"], "web-2": ["y"] });
  expect(await run()).toEqual(["finding.discovered web-1 x", "finding.discovered web-2 y"]);
  expect(await run()).toEqual([]);
  expect(await run()).toEqual([]);
});

test("a finding on another host, and a new row of a known one, are sent once", async () => {
  const { hosts, run } = await schedule({ "web-1": ["x"], "web-2": [] });
  await run();
  Object.assign(hosts, { "web-1": ["x", "z"], "web-2": ["y"] });
  expect(await run()).toEqual(["finding.discovered web-1 x+z", "finding.discovered web-2 y"]);
  expect(await run()).toEqual([]);
});

test("a finding is resolved once, when its last row is gone, and new when it comes back", async () => {
  const { hosts, run } = await schedule({ "web-1": ["x", "z"] });
  await run();
  hosts["web-1"] = ["x"];
  expect(await run()).toEqual([]);
  hosts["web-1"] = [];
  expect(await run()).toEqual(["finding.resolved web-1 x"]);
  expect(await run()).toEqual([]);
  hosts["web-1"] = ["x"];
  expect(await run()).toEqual(["finding.discovered web-1 x"]);
});

test("a finding of a host that could not be checked is neither resolved nor new afterwards", async () => {
  const { hosts, run } = await schedule({ "web-1": ["x"], "web-2": ["y"] });
  await run();
  hosts["web-1"] = null;
  expect(await run()).toEqual([]);
  hosts["web-1"] = ["x"];
  expect(await run()).toEqual([]);
  hosts["web-1"] = hosts["web-2"] = null;
  expect(await run()).toEqual([]);
  Object.assign(hosts, { "web-1": [], "web-2": ["y"] });
  expect(await run()).toEqual(["finding.resolved web-1 x"]);
});

test("a question that is asked by hand sends all its findings each time", async () => {
  const { run } = await schedule({ "web-1": ["x"] });
  await run();
  const byHand = { curiosity_id: null };
  expect(await run(byHand)).toEqual(["finding.discovered web-1 x"]);
  expect(await run(byHand)).toEqual(["finding.discovered web-1 x"]);
});
