import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createCatalogue } from "../../../../src/brain/detections/catalogue.ts";
import { agentsOf } from "../../../../src/brain/hosts/select-agents.ts";
import type {
  AskOutcome,
  AskRequest,
  BrainServices,
} from "../../../../src/brain/ports/services.ts";
import { refusals } from "../../../../src/brain/questions/reply/refusals.ts";
import { investigate } from "../../../../src/brain/run/investigate.ts";
import { openRunRecord } from "../../../../src/brain/run/run-record.ts";
import { startRunner } from "../../../../src/brain/run/runner.ts";
import { readRows } from "../../../../src/brain/run/stored-rows.ts";
import { saveSnapshot } from "../../../../src/brain/snapshots/save-snapshot.ts";
import type { EventDraft } from "../../../../src/contract/event.ts";
import type { TableGap } from "../../../../src/contract/plan.ts";
import type { Reading } from "../../../../src/contract/reading.ts";
import type { Receipt } from "../../../../src/contract/receipt.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import { readJsonBlob, type Store } from "../../../../src/store/port/store.ts";
import type {
  AgentRecord,
  InvestigationBlob,
  InvestigationRecord,
} from "../../../../src/store/records.ts";
import { hashRows } from "../../../helpers/hash-rows.ts";
import { withoutWays } from "../../../helpers/pathfinder.ts";
import {
  agentRecord,
  detectionDefinition,
  investigationRecord,
  kindWords,
  reading,
  statementResult,
} from "../../../helpers/records.ts";
import { strictStore } from "../../../helpers/strict-store.ts";

const definition = detectionDefinition();
const nowMs = Date.parse("2026-11-01T00:00:10.000Z");

let dir: string;
let store: Store;
let events: EventDraft[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "inquest-run-"));
  store = strictStore(await openLowdbStore({ dir }));
  events = [];
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

/** Services over the real store, with hosts that answer as the test says. */
function services(
  read: Reading,
  ask: (request: AskRequest) => Promise<AskOutcome> | AskOutcome,
): BrainServices {
  return {
    store,
    clock: { now: () => nowMs },
    catalogue: createCatalogue({ definitions: [definition], shippedCases: {}, store }),
    read: async () => read,
    agentsOf: (account) => agentsOf(store, account),
    ask: async (request) => ask(request),
    evaluator: {
      tablesRead: async () => ["things"],
      overSnapshots: async (statements, { rows, gaps }) =>
        statements.map(({ id }) => {
          const kept = JSON.parse(rows.things ?? "[]") as { a: string }[];
          return statementResult({
            id,
            columns: ["a"],
            rows: kept.map((row) => [String(row.a)]),
            gaps: gaps.things ?? [],
          });
        }),
      overRows: async () => {
        throw new Error("nothing to merge here");
      },
    },
    pathfinder: withoutWays,
    wordsOf: () => kindWords({ noun: "users" }),
    columnFormats: {},
    emit: (event) => {
      events.push(event);
      return [];
    },
  };
}

/** Stands for a signed result, which the brain passes on as it is. */
const receipt = (agent_id: string): Receipt => ({
  plan_id: "pln_1",
  agent_id,
  key_id: "0123456789abcdef",
  public_key: "",
  payload: "",
  signature: "",
});

/** A host's answer: these rows for each of its statements. */
function rows(...values: string[]) {
  return ({ agent, statements }: AskRequest): AskOutcome => ({
    ok: true,
    receipt: receipt(agent.agent_id),
    result: {
      plan_id: "pln_1",
      agent_id: agent.agent_id,
      started_at: "",
      finished_at: "",
      refused: null,
      results: statements.map(({ id }) =>
        statementResult({ id, columns: ["a"], rows: values.map((value) => [value]) }),
      ),
    },
  });
}

async function run(
  over: Partial<InvestigationRecord>,
  brain: BrainServices,
  signal = new AbortController().signal,
) {
  const record = investigationRecord(over);
  await store.commit([{ type: "put", kind: "investigation", record }]);
  await investigate((await openRunRecord(store, record.id, "test"))!, brain, signal);
  return (await store.find("investigation", record.id))!.record;
}

async function keepThings(agent: AgentRecord, rows: { a: string }[], gaps: TableGap[] = []) {
  const tables = { things: { sha256: hashRows(rows), rows, gaps } };
  const snapshot = {
    agent_id: agent.agent_id,
    collected_at: "2026-11-01T00:00:00.000Z",
    tables,
  };
  await saveSnapshot(store, agent, { snapshot, deniedTables: [] });
}

async function addAgents(...ids: string[]) {
  await store.commit(
    ids.map(
      (agent_id) => ({ type: "put", kind: "agent", record: agentRecord({ agent_id }) }) as const,
    ),
  );
}

const blobOf = ({ blob }: InvestigationRecord) => readJsonBlob<InvestigationBlob>(store, blob!);
const detecting = reading({ route: ["detections"], detections: ["weak"], sql: [] });

test("rows of several hosts are merged into one answer with a host column, and the first sentence counts them", async () => {
  await addAgents("web-2", "web-1");
  const record = await run({}, services(reading(), rows("alice", "bob")));
  expect(record).toMatchObject({
    status: "completed",
    completed_at: "2026-11-01T00:00:10.000Z",
    due_at: null,
    lease: null,
  });
  expect((await blobOf(record))?.answer).toEqual({
    columns: ["host", "a"],
    rows: [
      ["web-1", "alice"],
      ["web-1", "bob"],
      ["web-2", "alice"],
      ["web-2", "bob"],
    ],
    row_count: 4,
    truncated: false,
  });
  expect(record.summary?.narrative).toMatch(/^4 users/);
  expect(record.summary?.coverage).toMatchObject({
    agents_targeted: 2,
    agents_answered: 2,
    live: 2,
    cached: 0,
  });
});

test("a completed run keeps the rows that its answer has no room for", async () => {
  await addAgents("web-1");
  const values = Array.from({ length: 600 }, (_, n) => `user ${n}`);
  const { id, rows: position, ...record } = await run({}, services(reading(), rows(...values)));
  expect((await blobOf({ id, ...record }))?.answer?.rows).toHaveLength(500);
  const page = await readRows(store, { id, position: position! }, { from: 500, limit: 200 });
  expect(page).toMatchObject({ columns: ["a"], row_count: 600, truncated: false });
  expect(page?.rows).toEqual(values.slice(500).map((value) => [value]));
});

test("a failed detection is a finding with its evidence, and emits one event", async () => {
  await addAgents("web-1");
  const record = await run({}, services(detecting, rows("x")));
  expect(record.summary).toMatchObject({
    severity: "high",
    findings_by_severity: { high: 1 },
    checks: [{ fail: 1, pass: 0 }],
  });
  const blob = await blobOf(record);
  expect(blob?.findings).toMatchObject([
    { detection_id: "weak", hostname: "web-1", evidence: { rows: [["x"]], row_count: 1 } },
  ]);
  expect(record.timeline.map(({ type }) => type)).toEqual([
    "status",
    "status",
    "finding",
    "status",
  ]);
  expect(events.map(({ type }) => type)).toEqual(["finding.discovered", "investigation.completed"]);
});

test("a visible run has its progress, and a finding is published before the progress counts it", async () => {
  await addAgents("web-1");
  const seen: InvestigationRecord[] = [];
  const commit = store.commit;
  store.commit = (changes, expectations) => {
    for (const change of changes) {
      if (change.type === "put" && change.kind === "investigation") seen.push(change.record);
    }
    return commit(changes, expectations);
  };
  const ended = await run({}, services(detecting, rows("x")));
  const running = seen.filter(({ status }) => status === "running");
  expect(running[0]?.progress).toMatchObject({ phase: "collecting", plans: { total: 1 } });
  for (const { progress } of running) expect(progress).not.toBeNull();
  const found = ended.timeline.find(({ type }) => type === "finding");
  expect(found?.seq).toBeLessThan(ended.progress_seq);
  expect(ended.progress_seq).toBeLessThan(ended.timeline.at(-1)?.seq ?? 0);
});

test("the final event contains the investigation as stored", async () => {
  await addAgents("web-1");
  const completed = await run({}, services(detecting, rows("x")));
  expect(events.at(-1)?.data).toMatchObject({
    investigation: { status: "completed", progress: completed.progress },
  });
});

test("a host that does not answer is named, and the rest still completes", async () => {
  await addAgents("web-1", "web-2");
  const ask = (request: AskRequest): AskOutcome =>
    request.agent.agent_id === "web-2"
      ? { ok: false, reason: "timed_out", detail: "no answer in 30 s" }
      : rows("x")(request);
  const record = await run({}, services(detecting, ask));
  expect(record.status).toBe("completed");
  expect(record.summary?.coverage.unanswered).toEqual([{ agent_id: "web-2", reason: "timed_out" }]);
  expect(record.summary?.checks).toMatchObject([
    { fail: 1, unknown: 1, unknown_reasons: [{ agent_id: "web-2", reason: "timed_out" }] },
  ]);
  expect(record.summary?.narrative).toContain("web-2 (timed out)");
  expect(record.progress).toMatchObject({
    phase: "done",
    percent: 100,
    agents: { targeted: 2, answered: 1, timed_out: 1 },
  });
});

test("when no host can answer the run fails with the reason", async () => {
  await addAgents("web-1");
  const record = await run(
    {},
    services(detecting, () => ({ ok: false, reason: "offline", detail: "not connected" })),
  );
  expect(record).toMatchObject({
    status: "failed",
    error: { code: "no_agent_answered" },
    summary: null,
  });
  expect(record.error?.message).toContain("offline");
  expect(record.progress).toMatchObject({
    agents: { targeted: 1, answered: 0, failed: 1 },
    plans: { total: 1, dispatched: 1, failed: 1 },
  });
  expect(events.map(({ type }) => type)).toEqual(["investigation.failed"]);
});

test.each([
  ["decline", "refused"],
  ["clarify", "not_understood"],
  ["not_answerable", "not_understood"],
] as const)(
  "a question whose reading is %s fails as %s, and no host is asked",
  async (behaviour, code) => {
    await addAgents("web-1");
    const ask = () => {
      throw new Error("a host was asked");
    };
    const record = await run({}, services(reading({ behaviour, sql: [] }), ask));
    expect(record).toMatchObject({
      status: "failed",
      error: { code },
      dispatched_at: null,
      reading: { behaviour },
    });
  },
);

test("a question about another domain is declined, not refused", async () => {
  const declined = reading({ ...refusals.out_of_domain, sql: [] });
  expect(await run({}, services(declined, rows()))).toMatchObject({
    error: { code: "not_understood", message: refusals.out_of_domain.text },
  });
});

test("a scope that selects no agent fails", async () => {
  await addAgents("web-1");
  const scope = { type: "selector" as const, filter: { tags: { env: "prod" } } };
  expect(await run({ scope }, services(reading(), rows("x")))).toMatchObject({
    error: { code: "no_matching_agents" },
  });
});

test("tags of the question that no agent has are named", async () => {
  await addAgents("web-1");
  const record = await run({}, services(reading({ tags: { role: "db" } }), rows("x")));
  expect(record.error?.message).toBe("No agent in scope is tagged role=db; 1 agent is known.");
});

test("a host that does not exist is named with similar ones", async () => {
  await addAgents("web-1", "db-2");
  const record = await run({}, services(reading({ hosts: ["wbe-1"] }), rows("x")));
  expect(record.error?.message).toBe(
    "No agent in scope is called wbe-1; 2 agents are known. Did you mean web-1?",
  );
});

test("a tag typed wrong is named with similar ones", async () => {
  const agent = agentRecord({ agent_id: "web-1", tags: { env: "prod" } });
  await store.commit([{ type: "put", kind: "agent", record: agent }]);
  const record = await run({}, services(reading({ tags: { env: "prdo" } }), rows("x")));
  expect(record.error?.message).toBe(
    "No agent in scope is tagged env=prdo; 1 agent is known. Did you mean env=prod?",
  );
});

test("a cancelled run keeps its findings and gets no summary", async () => {
  await addAgents("a", "b");
  const abort = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ask = async (request: AskRequest): Promise<AskOutcome> => {
    if (request.agent.agent_id === "b") {
      await held;
      return { ok: false, reason: "offline", detail: "cancelled" };
    }
    return rows("x")(request);
  };
  const found = new Promise<void>((resolve) => {
    const stop = store.watch(async () => {
      const now = await store.find("investigation", investigationRecord().id);
      if (!now?.record.timeline.some(({ type }) => type === "finding")) return;
      stop();
      resolve();
    });
  });
  const finished = run({}, services(detecting, ask), abort.signal);
  await found;
  const current = (await store.find("investigation", investigationRecord().id))!.record;
  await store.commit([
    { type: "put", kind: "investigation", record: { ...current, status: "cancelled" } },
  ]);
  abort.abort();
  release();
  const record = await finished;
  expect(record).toMatchObject({ status: "cancelled", summary: null });
  expect((await blobOf(record))?.findings).toHaveLength(1);
  expect(events.map(({ type }) => type)).toEqual(["finding.discovered"]);
});

test("a resumed run does not publish its findings twice", async () => {
  await addAgents("web-1");
  const first = await run({}, services(detecting, rows("x")));
  const resumed = await run(
    { ...first, status: "running", completed_at: null, summary: null },
    services(detecting, rows("x")),
  );
  const before = (await blobOf(first))?.findings;
  expect((await blobOf(resumed))?.findings).toEqual(before);
  expect(events.filter(({ type }) => type === "finding.discovered")).toHaveLength(1);
});

test("at depth deep a finding must be confirmed by a second collection", async () => {
  await addAgents("web-1");
  let asked = 0;
  const ask = (request: AskRequest) => rows(...(asked++ === 0 ? ["x"] : []))(request);
  const record = await run({ depth: "deep" }, services(detecting, ask));
  expect(asked).toBe(2);
  expect(record.summary).toMatchObject({ severity: "info", checks: [{ fail: 0, pass: 1 }] });
});

test("a detection that is only similar to the question is not run", async () => {
  await addAgents("web-1");
  const record = await run({}, services(reading({ detections: ["weak"] }), rows("x")));
  expect(record.summary).toMatchObject({ checks: [], severity: "info" });
});

test("auto answers from a fresh snapshot, live always asks the host", async () => {
  await addAgents("web-1");
  const agent = (await store.find("agent", "acc_1/web-1"))!.record;
  await keepThings(agent, [{ a: "kept" }]);
  const auto = await run({ mode: "auto" }, services(reading(), rows("live")));
  expect((await blobOf(auto))?.answer?.rows).toEqual([["kept"]]);
  expect(auto.summary?.coverage).toMatchObject({ cached: 1, live: 0 });
  const live = await run({ mode: "live" }, services(reading(), rows("live")));
  expect((await blobOf(live))?.answer?.rows).toEqual([["live"]]);
});

test("gaps of a snapshot are reported, by auto as well if a live run would have them too", async () => {
  await addAgents("web-1");
  const agent = (await store.find("agent", "acc_1/web-1"))!.record;
  const gap = { table: "things", reason: "denied" as const, detail: "2 things: permission denied" };
  await keepThings(agent, [], [gap]);
  const cached = await run({ mode: "cached" }, services(detecting, rows("live")));
  expect(cached.summary).toMatchObject({
    coverage: { agents_answered: 1, cached: 1 },
    checks: [{ pass: 0, unknown: 1, unknown_reasons: [{ agent_id: "web-1", reason: "denied" }] }],
  });
  expect(cached.summary?.narrative).toContain(gap.detail);
  const auto = await run({ mode: "auto" }, services(detecting, rows("live")));
  expect(auto.summary?.coverage).toMatchObject({ cached: 1, live: 0 });
  expect(auto.summary?.checks).toMatchObject([{ pass: 0, unknown: 1 }]);
});

test("auto asks live if a snapshot has gaps that a live run may fill", async () => {
  await addAgents("web-1");
  const agent = (await store.find("agent", "acc_1/web-1"))!.record;
  await keepThings(agent, [], [{ table: "things", reason: "timed_out", detail: "took too long" }]);
  const auto = await run({ mode: "auto" }, services(detecting, rows("live")));
  expect(auto.summary?.coverage).toMatchObject({ cached: 0, live: 1 });
});

test("cached never asks a host, and one without a snapshot is unanswered", async () => {
  await addAgents("web-1");
  const ask = () => {
    throw new Error("a host was asked");
  };
  const record = await run({ mode: "cached" }, services(reading(), ask));
  expect(record).toMatchObject({ status: "failed", error: { code: "no_agent_answered" } });
});

test("a run that was interrupted four times is given up", async () => {
  await addAgents("web-1");
  const record = investigationRecord({ status: "running", attempts: 4 });
  await store.commit([{ type: "put", kind: "investigation", record }]);
  const ended = new Promise<void>((resolve) => {
    store.watch(async () => {
      if ((await store.find("investigation", record.id))?.record.status === "failed") resolve();
    });
  });
  const runner = startRunner({
    services: services(reading(), rows("x")),
    worker: "w",
    concurrency: 1,
    onError: (error) => {
      throw error;
    },
  });
  await ended;
  await runner.stop();
  expect((await store.find("investigation", record.id))?.record.error?.code).toBe("interrupted");
});

test("the reason for a refused plan is reported, whether or not other hosts answered", async () => {
  await addAgents("web-1");
  const refuse = ({ agent }: AskRequest): AskOutcome => ({
    ok: true,
    receipt: receipt(agent.agent_id),
    result: {
      plan_id: "pln_1",
      agent_id: agent.agent_id,
      started_at: "",
      finished_at: "",
      refused: { code: "bad_signature", message: "the plan is not signed with the pinned key" },
      results: [],
    },
  });
  const told = "web-1 refused the plan: the plan is not signed with the pinned key";
  const alone = await run({ mode: "live" }, services(reading(), refuse));
  expect(alone.error).toMatchObject({ code: "no_agent_answered" });
  expect(alone.error?.message).toContain(told);
  await addAgents("web-2");
  const some = await run(
    { mode: "live" },
    services(reading(), (request) =>
      request.agent.agent_id === "web-1" ? refuse(request) : rows("a")(request),
    ),
  );
  expect(some.summary?.narrative).toContain(told);
});

test("a run that is stopped while its question is read commits nothing", async () => {
  await addAgents("web-1");
  const abort = new AbortController();
  const brain = services(reading(), rows("alice"));
  const read: BrainServices["read"] = async (_question, _estate, signal) => {
    abort.abort();
    return reading({ text: signal.aborted ? "the stop is known" : "nobody said" });
  };
  const record = await run({}, { ...brain, read }, abort.signal);
  expect(record).toMatchObject({ status: "queued", reading: null });
});

test("a language model sees the rows of an answer only if it read the question", async () => {
  await addAgents("web-1");
  const seen: unknown[] = [];
  const remark: BrainServices["remark"] = async ({ rows: shared }) => {
    seen.push(shared);
    return "The model says: one.";
  };
  const own = { ...services(reading(), rows("alice")), remark };
  expect((await run({}, own)).summary?.narrative).not.toContain("The model says");
  const byModel = reading({ read_by: { model: "llama3.1" } });
  const { summary } = await run({ id: "inv_2" }, { ...services(byModel, rows("bob")), remark });
  expect(summary?.narrative.split("\n").at(-1)).toBe("The model says: one.");
  expect(seen).toEqual([[["bob"]]]);
});
