import { expect, onTestFinished, test } from "vitest";
import { createCatalogue } from "../../../../src/brain/detections/catalogue.ts";
import { agentsOf } from "../../../../src/brain/hosts/select-agents.ts";
import { createPathfinder } from "../../../../src/brain/pathfinder/model/pathfinder.ts";
import type { EstatePort } from "../../../../src/brain/pathfinder/model/types.ts";
import { createEstate } from "../../../../src/brain/pathfinder/query/create-estate.ts";
import type { EdgeRule, FactRule } from "../../../../src/brain/pathfinder/rules/edge-rule.ts";
import { statementsFor } from "../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import type { BrainServices } from "../../../../src/brain/ports/services.ts";
import { investigate } from "../../../../src/brain/run/investigate.ts";
import { openRunRecord } from "../../../../src/brain/run/run-record.ts";
import type { EventDraft } from "../../../../src/contract/event.ts";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import type { TableRows } from "../../../../src/engine/types.ts";
import { readJsonBlob } from "../../../../src/store/port/store.ts";
import type {
  AcceptanceRecord,
  InvestigationBlob,
  InvestigationRecord,
} from "../../../../src/store/records.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { edgeRule } from "../../../helpers/paths.ts";
import {
  acceptanceRecord,
  agentRecord,
  detectionDefinition,
  investigationRecord,
  reading,
} from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

const sudo = "SELECT header AS username, source FROM sudoers WHERE rule_details LIKE '%NOPASSWD%'";
const definitions = [
  detectionDefinition({
    id: "nopasswd_sudo",
    title: "Sudo without a password",
    severity: "high",
    attack: ["T1548.003"],
    remediation: "Ask for a password.",
    fix: ["visudo -f {source}"],
    lockout: "Whoever has no password can no longer use sudo.",
    key: ["username"],
    tables: ["sudoers"],
    platforms: { linux: { sql: sudo } },
  }),
  detectionDefinition({
    id: "second_root",
    title: "A second root account",
    kind: "intrusion",
    severity: "critical",
    key: ["username"],
    platforms: {
      linux: { sql: "SELECT username FROM users WHERE uid = 0 AND username <> 'root'" },
    },
  }),
  detectionDefinition({
    id: "service_failed",
    title: "A service has failed",
    kind: "health",
    severity: "medium",
    platforms: {
      linux: { sql: "SELECT id AS a FROM systemd_units WHERE active_state = 'failed'" },
    },
  }),
  detectionDefinition({
    id: "no_hash",
    title: "An account without a password",
    platforms: {
      linux: { sql: "SELECT username AS a FROM shadow WHERE password_status = 'empty'" },
    },
  }),
];

const edges: EdgeRule[] = [
  edgeRule({
    title: "sudo gives root",
    attack: ["T1548.003"],
    sentence: "{from} may run anything as root ({source}).",
    platforms: { linux: sudo.replace("header AS username", `header AS "from", 'root' AS "to"`) },
  }),
];
const facts: FactRule[] = [
  {
    id: "logins",
    description: "",
    platforms: { linux: "SELECT username FROM users WHERE uid >= 1000" },
  },
];

const clean: TableRows = {
  users: [
    { username: "root", uid: 0 },
    { username: "alice", uid: 1000 },
  ],
  sudoers: [],
  shadow: null,
  systemd_units: [{ id: "x.service", active_state: "failed" }],
};
const grant = {
  header: "alice",
  rule_details: "ALL=(ALL) NOPASSWD: ALL",
  source: "/etc/sudoers.d/alice",
};
const weak: TableRows = { ...clean, sudoers: [grant] };

/** A fleet that answers from these rows by host; a host without rows is offline. */
async function fleet(rows: Record<string, TableRows | null>) {
  const store = await openTestStore();
  const runner = await createSqlRunner({ tables });
  onTestFinished(() => runner.close());
  const agents = Object.keys(rows).map((agent_id) => agentRecord({ agent_id }));
  await store.commit(agents.map((record) => ({ type: "put", kind: "agent", record }) as const));
  const events: EventDraft[] = [];
  const plans: string[] = [];
  let nowMs = Date.parse("2026-11-01T00:00:00.000Z");
  const services: BrainServices = {
    store,
    clock: { now: () => ++nowMs },
    catalogue: createCatalogue({ definitions, shippedCases: {}, store }),
    read: async () => reading({ route: ["detections"], sql: [], posture: true }),
    agentsOf: (account) => agentsOf(store, account),
    async ask({ agent: { agent_id }, statements }) {
      const own = rows[agent_id];
      if (!own) return { ok: false, reason: "offline", detail: "not connected" };
      plans.push(agent_id);
      const results = await runner.run(statements, { rows: own });
      const plan = { plan_id: "pln_1", agent_id };
      return {
        ok: true,
        result: { ...plan, started_at: "", finished_at: "", refused: null, results },
        receipt: { ...plan, key_id: "", public_key: "", payload: "", signature: "" },
      };
    },
    evaluator: {
      tablesRead: async (sql) => runner.tablesRead(sql),
      overSnapshots: (statements, snapshot) => runner.run(statements, snapshot),
      overRows: () => Promise.reject(new Error("nothing to merge here")),
    },
    pathfinder: createPathfinder({
      statementsFor: (os) => statementsFor([...edges, ...facts], os),
      openEstate: (): EstatePort => {
        const estate = createEstate({ rules: edges, facts, clock: { now: () => nowMs } });
        return {
          ...estate,
          search: async (request) => estate.search(request),
          findRootPaths: async (request) => estate.findRootPaths(request),
        };
      },
    }),
    wordsOf: () => undefined,
    columnFormats: {},
    emit: (event) => {
      events.push(event);
      return [];
    },
  };
  let runs = 0;
  return {
    rows,
    plans,
    accept: (over: Partial<AcceptanceRecord>) =>
      store.commit([{ type: "put", kind: "acceptance", record: acceptanceRecord(over) }]),
    /** The types of the events since the last call, without the end of the run. */
    takeEvents: () =>
      events.splice(0).flatMap(({ type }) => (type === "investigation.completed" ? [] : [type])),
    async run(over: Partial<InvestigationRecord> = {}) {
      const id = `inv_0000000000000000000000000${++runs}`;
      const record = investigationRecord({ id, mode: "live", ...over });
      await store.commit([{ type: "put", kind: "investigation", record }]);
      const { signal } = new AbortController();
      await investigate((await openRunRecord(store, id, "test"))!, services, signal);
      const ended = (await store.find("investigation", id))!.record;
      const blob = ended.blob ? await readJsonBlob<InvestigationBlob>(store, ended.blob) : null;
      const { posture, narrative = "" } = ended.summary ?? {};
      return { id, status: ended.status, posture: posture!, narrative, ...blob };
    },
  };
}

test("one plan a host gives the verdict, the paths, the fix that cuts them and what is unknown", async () => {
  const { run, plans } = await fleet({ "web-1": weak });
  const { posture, narrative, chains } = await run({ depth: "deep" });
  expect(plans).toEqual(["web-1"]);
  expect(posture.headline).toBe(
    "No: 1 way to root and 1 other weakness; 1 check passed, 1 could not be made.",
  );
  expect(posture).toMatchObject({
    verdict: "weak",
    checks: { failed: 1, passed: 1, unknown: 1, not_applicable: 0 },
    path_count: 1,
    paths: [{ chain_id: chains?.[0]?.chain_id, from: "alice@web-1", status: "confirmed" }],
    fixes: [
      {
        rank: 1,
        detection_id: "nopasswd_sudo",
        edge: "SudoRoot",
        chain_ids: [chains?.[0]?.chain_id],
        commands: [{ hostname: "web-1", commands: ["visudo -f /etc/sudoers.d/alice"] }],
        lockout: "Whoever has no password can no longer use sudo.",
      },
    ],
    unknown: [{ detection_id: "no_hash", reason: "denied", hosts: 1 }],
    hosts: [{ hostname: "web-1", paths: 1, failed: 1 }],
    changes: null,
  });
  expect(posture.health.finding_ids).toHaveLength(1);
  expect(posture.intrusion.finding_ids).toEqual([]);
  expect(narrative.split("\n").slice(0, 2)).toEqual([posture.headline, "Ways to root:"]);
});

test("hosts that did not answer are reported first, and the fleet's worst host comes first", async () => {
  const { run } = await fleet({ "db-1": clean, "old-1": null, "web-1": weak });
  const { posture } = await run();
  expect(posture.headline).toMatch(
    /^1 of 3 hosts did not answer\. No: 1 way to root and 1 other weakness on 1 of 2 hosts;/,
  );
  expect(posture.hosts.map(({ hostname }) => hostname)).toEqual(["web-1", "db-1"]);
  expect(posture.faults).toEqual([
    { detection_id: "nopasswd_sudo", title: "Sudo without a password", severity: "high", hosts: 1 },
  ]);
});

test("hosts whose edges could not be read are reported, since they may hide paths", async () => {
  const { run } = await fleet({ "web-1": { ...clean, sudoers: null } });
  const { narrative } = await run();
  expect(narrative).toContain(
    "Some edges could not be read, so there may be more paths: web-1 (sudoers: denied when it was collected).",
  );
});

test("without a failed check or a path there is no weakness, whatever the health", async () => {
  const { run } = await fleet({ "web-1": clean });
  const { posture } = await run();
  expect(posture.verdict).toBe("no_weakness_found");
  expect(posture.headline).toBe("No weakness was found: 2 checks passed, 1 could not be made.");
});

test("a posture is compared with the last one of the same scope", async () => {
  const { run, rows } = await fleet({ "web-1": weak });
  await run();
  expect(
    (await run({ scope: { type: "selector", filter: { agent_ids: ["web-1"] } } })).posture.changes,
  ).toBeNull();
  rows["web-1"] = {
    ...clean,
    users: [...(clean.users as object[]), { username: "toor", uid: 0 }],
  } as TableRows;
  const { posture, findings = [], narrative } = await run();
  const [added] = findings.filter(({ detection_id }) => detection_id === "second_root");
  expect(posture.intrusion.finding_ids).toEqual([added?.finding_id]);
  expect(posture.changes).toMatchObject({
    new: [added?.finding_id],
    resolved: [{ detection_id: "nopasswd_sudo", hostname: "web-1" }],
  });
  expect(narrative).toContain("- resolved: web-1: Sudo without a password");
});

test("a scheduled posture sends events only for what its last run did not find", async () => {
  const { run, rows, takeEvents } = await fleet({ "web-1": weak });
  const first = await run({ curiosity_id: "cur_1" });
  expect(takeEvents().sort()).toEqual([
    "chain.confirmed",
    "finding.discovered",
    "finding.discovered",
  ]);
  const again = { curiosity_id: "cur_1", compared_with: first.id };
  const { posture, findings } = await run(again);
  expect(takeEvents()).toEqual([]);
  expect(findings).toHaveLength(2);
  expect(posture.changes).toMatchObject({ new: [], resolved: [] });
  rows["web-1"] = {
    ...weak,
    users: [...(weak.users as object[]), { username: "toor", uid: 0 }],
  } as TableRows;
  const second = await run(again);
  expect(takeEvents()).toEqual(["finding.discovered"]);
  rows["web-1"] = clean;
  await run({ curiosity_id: "cur_1", compared_with: second.id });
  expect(takeEvents()).toEqual(["finding.resolved", "finding.resolved"]);
});

const twoRoots = {
  ...clean,
  users: [...(clean.users as object[]), { username: "toor", uid: 0 }],
} as TableRows;
const ofToor = {
  detection_id: "second_root",
  agent_id: "web-1",
  evidence: { columns: ["username"], rows: [["toor"]] },
};

test("an accepted finding is listed, but neither fails the posture nor sends an event", async () => {
  const { run, accept, takeEvents } = await fleet({ "web-1": twoRoots });
  await accept(ofToor);
  const { posture, findings, narrative } = await run();
  const [accepted] = findings?.filter((finding) => finding.accepted) ?? [];
  expect(accepted).toMatchObject({
    detection_id: "second_root",
    accepted: { acceptance_id: "acp_1" },
  });
  expect(posture).toMatchObject({
    verdict: "no_weakness_found",
    headline:
      "No weakness was found besides 1 accepted finding (investigate accept list): 1 check passed, 1 could not be made.",
    checks: { failed: 0, passed: 1, unknown: 1, not_applicable: 0, accepted: 1 },
    accepted: { finding_ids: [accepted?.finding_id] },
    intrusion: { finding_ids: [] },
    hosts: [{ failed: 0, by_severity: { critical: 0 } }],
    faults: [],
  });
  expect(narrative).toContain("- A second root account on web-1 (critical, 50% sure, accepted)");
  // That of the failed service.
  expect(takeEvents()).toEqual(["finding.discovered"]);
});

test("a scheduled posture reports an accepted finding as new when its acceptance ends", async () => {
  const { run, accept, takeEvents } = await fleet({ "web-1": twoRoots });
  await accept({ ...ofToor, until: "2026-11-01T00:00:01.000Z" });
  const first = await run({ curiosity_id: "cur_1" });
  takeEvents();
  await accept({ ...ofToor, until: "2026-11-01T00:00:00.000Z" });
  const { posture, findings } = await run({ curiosity_id: "cur_1", compared_with: first.id });
  const [counted] = findings?.filter(({ detection_id }) => detection_id === "second_root") ?? [];
  expect(counted?.accepted).toBeUndefined();
  expect(posture.changes?.new).toEqual([counted?.finding_id]);
  expect(takeEvents()).toEqual(["finding.discovered"]);
});
