import { expect, onTestFinished, test } from "vitest";
import { createCatalogue } from "../../../../../src/brain/detections/catalogue.ts";
import { agentsOf } from "../../../../../src/brain/hosts/select-agents.ts";
import { createPathfinder } from "../../../../../src/brain/pathfinder/model/pathfinder.ts";
import type {
  EstatePort,
  Hop,
  HostFacts,
  PathOutcome,
} from "../../../../../src/brain/pathfinder/model/types.ts";
import { nodeOf } from "../../../../../src/brain/pathfinder/rules/nodes.ts";
import type { AskOutcome, BrainServices } from "../../../../../src/brain/ports/services.ts";
import { investigate } from "../../../../../src/brain/run/investigate.ts";
import { readReceipts } from "../../../../../src/brain/run/receipts.ts";
import { openRunRecord } from "../../../../../src/brain/run/run-record.ts";
import { saveSnapshot } from "../../../../../src/brain/snapshots/save-snapshot.ts";
import type { Mode } from "../../../../../src/contract/common.ts";
import type { EventDraft } from "../../../../../src/contract/event.ts";
import { openLowdbStore } from "../../../../../src/store/lowdb/open-lowdb-store.ts";
import { readJsonBlob } from "../../../../../src/store/port/store.ts";
import type { InvestigationBlob } from "../../../../../src/store/records.ts";
import { hashRows } from "../../../../helpers/hash-rows.ts";
import { edgeRule, pathOf, pathOutcome } from "../../../../helpers/paths.ts";
import {
  agentRecord,
  investigationRecord,
  kindWords,
  reading,
  statementResult,
} from "../../../../helpers/records.ts";
import { planResult, signedAnswer } from "../../../../helpers/signed-answer.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const rule = edgeRule({
  sentence: "{from} may run {command} as root.",
  remediation: "Take the rule away on {host}.",
});

/** The rows of a host's only rule: with a row, its account alice can become root. */
type Rules = { command: string }[];
const sudo: Rules = [{ command: "ALL" }];

/** A path over every host whose rule has a row; none unless app-1 and db-1 both have one. */
function estateOfTwo() {
  const taken = new Map<string, HostFacts>();
  const replaced: string[] = [];
  const hopOn = (facts: HostFacts | undefined): Hop[] => {
    if (!facts) return [];
    const { columns, rows } = facts.results.get("sudo_root")!;
    return rows.map((row) => ({
      rule,
      from: nodeOf("user", "alice", facts),
      to: nodeOf("user", "root", facts),
      state: "proven",
      why: null,
      agent_id: facts.agent_id,
      hostname: facts.hostname,
      collectedAt: facts.collectedAt,
      source: facts.source,
      proof: { sql: "SELECT * FROM sudoers", columns, row: row as string[] },
    }));
  };
  const estate: EstatePort = {
    hosts: () => taken,
    replace(facts) {
      replaced.push(`${facts.agent_id} ${facts.source}`);
      taken.set(facts.agent_id, facts);
    },
    remove: (agentId) => taken.delete(agentId),
    async search(): Promise<PathOutcome> {
      // In any order, because hosts are ingested concurrently.
      const hops = ["app-1", "db-1"].flatMap((id) => hopOn(taken.get(id)));
      const whole = hops.length === 2;
      return pathOutcome({ paths: whole ? [pathOf(...hops)] : [] });
    },
    findRootPaths: async () => ({ paths: [], counts: {}, cutShort: null }),
  };
  return { estate, taken, replaced };
}

interface Given {
  mode?: Mode;
  /** The latest snapshots, by hostname. */
  kept?: Record<string, Rules>;
  /** The live answers; a host that is absent does not answer. */
  live?: Record<string, Rules>;
  /** How often the question is asked. */
  times?: number;
  /** How many of the first answers over snapshots run out of time. */
  slow?: number;
}

async function ask({ mode = "auto", kept = {}, live = {}, times = 1, slow = 0 }: Given) {
  const store = await openLowdbStore({ dir: temporaryFolder() });
  onTestFinished(() => store.close());
  const events: EventDraft[] = [];
  const { estate, taken, replaced } = estateOfTwo();
  let nowMs = Date.parse("2026-11-01T00:00:10.000Z");
  let evaluated = 0;
  const agents = ["app-1", "db-1"].map((agent_id) =>
    agentRecord({ agent_id, hostname: agent_id, tags: { env: "prod", host: agent_id } }),
  );
  await store.commit(agents.map((record) => ({ type: "put", kind: "agent", record })));
  for (const agent of agents) {
    const rows = kept[agent.agent_id];
    if (!rows) continue;
    const tables = { sudoers: { sha256: hashRows(rows), rows, gaps: [] } };
    const collected_at = "2026-11-01T00:00:00.000Z";
    const snapshot = { agent_id: agent.agent_id, collected_at, tables };
    await saveSnapshot(store, agent, { snapshot, deniedTables: [] });
  }
  const result = (id: string, rows: Rules) =>
    statementResult({ id, columns: ["command"], rows: rows.map(({ command }) => [command]) });
  const services: BrainServices = {
    store,
    clock: { now: () => nowMs++ },
    catalogue: createCatalogue({ definitions: [], shippedCases: {}, store }),
    read: async () =>
      reading({
        route: ["pathfinder"],
        sql: [],
        path: { from: { kind: "any" }, to: { kind: "any" }, mode: "find" },
      }),
    agentsOf: (account) => agentsOf(store, account),
    ask: async ({ agent, statements }): Promise<AskOutcome> => {
      const rows = live[agent.agent_id];
      if (!rows) return { ok: false, reason: "offline", detail: "not there" };
      const results = statements.map(({ id }) => result(id, rows));
      return signedAnswer(planResult(agent.agent_id, `pln_${agent.agent_id}`, results));
    },
    evaluator: {
      tablesRead: async () => ["sudoers"],
      async overSnapshots(statements, { rows }) {
        const error = { reason: "timed_out", message: "the statement ran out of time" } as const;
        const isSlow = evaluated++ < slow;
        return statements.map(({ id }) =>
          isSlow
            ? statementResult({ id, error })
            : result(id, JSON.parse(rows.sudoers ?? "[]") as Rules),
        );
      },
      overRows: async () => {
        throw new Error("nothing to merge here");
      },
    },
    pathfinder: createPathfinder({
      statementsFor: () => [{ id: "sudo_root", sql: "SELECT * FROM sudoers" }],
      openEstate: () => estate,
    }),
    wordsOf: () => kindWords({ noun: "things" }),
    columnFormats: {},
    emit: (event) => {
      events.push(event);
      return [];
    },
  };
  let id = "";
  for (let time = 0; time < times; time++) {
    const record = investigationRecord({ id: `inv_${time}`, mode });
    id = record.id;
    await store.commit([{ type: "put", kind: "investigation", record }]);
    await investigate(
      (await openRunRecord(store, id, "test"))!,
      services,
      new AbortController().signal,
    );
  }
  const record = (await store.find("investigation", id))!.record;
  const blob = record.blob ? await readJsonBlob<InvestigationBlob>(store, record.blob) : undefined;
  return { record, chains: blob?.chains ?? [], events, replaced, taken, services, store };
}

const kinds = (events: EventDraft[]) => events.map(({ type }) => type);

test("the hosts on a path are asked again, and it is confirmed if every hop still holds", async () => {
  const both = { "app-1": sudo, "db-1": sudo };
  const { record, chains, events } = await ask({ kept: both, live: both });
  expect(record).toMatchObject({ status: "completed", summary: { severity: "high" } });
  expect(chains).toMatchObject([
    {
      status: "confirmed",
      weakest: null,
      fix: "Take the rule away on db-1.",
      steps: [
        { description: "alice@app-1 may run ALL as root.", source: "live", state: "proven" },
        { agent_id: "db-1", proof: { row: ["ALL"] }, columns: ["command"] },
      ],
    },
  ]);
  expect(chains[0]?.steps.every(({ confirmed_at }) => confirmed_at !== null)).toBe(true);
  expect(record.summary?.narrative).toContain("Yes, there is a path from alice to root on db-1");
  expect(record.summary?.coverage).toMatchObject({ agents_targeted: 2, live: 2, cached: 0 });
  expect(kinds(events)).toEqual(["chain.confirmed", "investigation.completed"]);
  expect(events[0]?.data).toMatchObject({
    tags: { env: "prod", host: "db-1" },
    chain: { chain_id: chains[0]?.chain_id },
  });
  expect(record.timeline.filter(({ type }) => type === "chain")).toHaveLength(1);
});

test("signed receipts are stored, because they back a chain's proofs", async () => {
  const both = { "app-1": sudo, "db-1": sudo };
  const { record, store } = await ask({ kept: both, live: both });
  const page = await readReceipts(store, record, 0);
  expect(page?.receipts.map(({ agent_id }) => agent_id).sort()).toEqual(["app-1", "db-1"]);
});

test("a live answer removes a path that the snapshot had", async () => {
  const kept = { "app-1": sudo, "db-1": sudo };
  const { record, chains, events } = await ask({ kept, live: { "app-1": sudo, "db-1": [] } });
  expect(chains).toEqual([]);
  expect(record.summary?.narrative).toContain("No path was found from alice to root on db-1.");
  expect(kinds(events)).toEqual(["investigation.completed"]);
});

test("with snapshots alone nothing is confirmed, and the chain says how to confirm it", async () => {
  const kept = { "app-1": sudo, "db-1": sudo };
  const { chains, events } = await ask({ mode: "cached", kept, live: kept });
  expect(chains).toMatchObject([{ status: "unconfirmed" }]);
  expect(chains[0]?.weakest).toContain("Run again with --mode live");
  expect(kinds(events)).toEqual(["investigation.completed"]);
});

test("a host that doesn't answer leaves its path unconfirmed, and is named", async () => {
  const kept = { "app-1": sudo, "db-1": sudo };
  const { chains } = await ask({ kept, live: { "app-1": sudo } });
  expect(chains).toMatchObject([
    {
      status: "unconfirmed",
      steps: [{ source: "live" }, { source: "cached", confirmed_at: null }],
    },
  ]);
  expect(chains[0]?.weakest).toMatch(/db-1 did not answer in this run/);
});

test("a host with an unchanged snapshot is not ingested again", async () => {
  const kept = { "app-1": sudo, "db-1": [] };
  const { replaced } = await ask({ mode: "cached", kept, times: 2 });
  expect(replaced.sort()).toEqual(["app-1 cached", "db-1 cached"]);
});

test("a host whose statements ran out of time is asked again at the next question", async () => {
  const kept = { "app-1": sudo, "db-1": sudo };
  const { chains, replaced } = await ask({ mode: "cached", kept, slow: 2, times: 2 });
  expect(replaced).toHaveLength(4);
  expect(chains).toHaveLength(1);
});

test("in live mode every host is asked again", async () => {
  const kept = { "app-1": sudo, "db-1": sudo };
  const { chains, replaced } = await ask({ mode: "live", kept, live: kept });
  expect(replaced).toEqual(["app-1 live", "db-1 live"]);
  expect(chains).toMatchObject([{ status: "confirmed" }]);
});

test("removing a host removes its edges", async () => {
  const kept = { "app-1": sudo, "db-1": sudo };
  const { services, store, taken } = await ask({ mode: "cached", kept });
  await store.commit([{ type: "remove", kind: "agent", id: agentRecord({ agent_id: "db-1" }).id }]);
  const record = investigationRecord({ id: "inv_later", mode: "cached" });
  await store.commit([{ type: "put", kind: "investigation", record }]);
  await investigate(
    (await openRunRecord(store, record.id, "test"))!,
    services,
    new AbortController().signal,
  );
  expect([...taken.keys()]).toEqual(["app-1"]);
});
