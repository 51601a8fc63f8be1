import { expect, onTestFinished, test } from "vitest";
import { createCatalogue } from "../../../../src/brain/detections/catalogue.ts";
import { agentsOf } from "../../../../src/brain/hosts/select-agents.ts";
import type { BrainServices } from "../../../../src/brain/ports/services.ts";
import { investigate } from "../../../../src/brain/run/investigate.ts";
import { openRunRecord } from "../../../../src/brain/run/run-record.ts";
import type { Mode } from "../../../../src/contract/common.ts";
import type { EventDraft } from "../../../../src/contract/event.ts";
import type { Reading } from "../../../../src/contract/reading.ts";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import type { TableRows } from "../../../../src/engine/types.ts";
import { readJsonBlob } from "../../../../src/store/port/store.ts";
import type { InvestigationBlob } from "../../../../src/store/records.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { withoutWays } from "../../../helpers/pathfinder.ts";
import {
  agentRecord,
  detectionDefinition,
  investigationRecord,
  kindWords,
  policyRecord,
  reading,
} from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

const nowMs = Date.parse("2026-11-01T00:00:10.000Z");
const noPassword = detectionDefinition({
  id: "no_password",
  title: "Account without a password",
  severity: "high",
  platforms: { linux: { sql: "SELECT username FROM shadow WHERE password_status = 'empty'" } },
});
const rootTwice = detectionDefinition({
  id: "root_twice",
  title: "Second root account",
  severity: "low",
  platforms: { linux: { sql: "SELECT username FROM users WHERE uid = 0 AND username <> 'root'" } },
});
const detecting = (...detections: string[]) =>
  reading({ route: ["detections"], detections, sql: [] });

const hostRows: TableRows = {
  users: [
    { username: "root", uid: 0 },
    { username: "toor", uid: 0 },
  ],
  shadow: [{ username: "toor", password_status: "empty" }],
  deb_packages: [{ name: "bash" }],
};

/** Two hosts, `db-1` tagged env=prod and `dev-1` untagged, that answer from `hostRows`. */
async function estate() {
  const store = await openTestStore();
  const runner = await createSqlRunner({ tables });
  onTestFinished(() => runner.close());
  const agents = [
    agentRecord({ agent_id: "db-1", tags: { env: "prod" } }),
    agentRecord({ agent_id: "dev-1" }),
  ];
  await store.commit(agents.map((record) => ({ type: "put", kind: "agent", record }) as const));
  const events: EventDraft[] = [];
  const sent = new Map<string, string[]>();
  const services = (read: Reading): BrainServices => ({
    store,
    clock: { now: () => nowMs },
    catalogue: createCatalogue({
      definitions: [noPassword, rootTwice],
      shippedCases: {},
      store,
    }),
    read: async () => read,
    agentsOf: (account) => agentsOf(store, account),
    async ask({ agent, statements }) {
      const before = sent.get(agent.agent_id) ?? [];
      sent.set(agent.agent_id, [...before, ...statements.map(({ sql }) => sql)]);
      const results = await runner.run(statements, { rows: hostRows });
      const { agent_id } = agent;
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
    pathfinder: withoutWays,
    wordsOf: () => kindWords({ noun: "users" }),
    columnFormats: {},
    emit: (event) => {
      events.push(event);
      return [];
    },
  });
  return {
    store,
    events,
    sent,
    async policy(over: Parameters<typeof policyRecord>[0]) {
      const record = policyRecord({ match: { env: "prod" }, ...over });
      await store.commit([{ type: "put", kind: "policy", record }]);
    },
    async run(read: Reading, mode: Mode = "live") {
      const { id } = investigationRecord();
      const record = investigationRecord({ mode });
      await store.commit([{ type: "put", kind: "investigation", record }]);
      const { signal } = new AbortController();
      await investigate((await openRunRecord(store, id, "test"))!, services(read), signal);
      const ended = (await store.find("investigation", id))!.record;
      const blob = ended.blob ? await readJsonBlob<InvestigationBlob>(store, ended.blob) : null;
      return { ...ended, ...blob, narrative: ended.summary?.narrative ?? "" };
    },
  };
}

test("a statement that reads a denied table isn't sent, and its detection is unknown by policy", async () => {
  const { policy, run, sent } = await estate();
  await policy({ name: "secrets", deny_tables: ["shadow"] });
  const { status, summary, narrative } = await run(detecting("no_password", "root_twice"));
  expect(status).toBe("completed");
  expect(sent.get("db-1")).toEqual([rootTwice.platforms.linux?.sql]);
  expect(sent.get("dev-1")).toHaveLength(2);
  expect(summary?.checks).toMatchObject([
    {
      detection_id: "no_password",
      fail: 1,
      unknown: 1,
      unknown_reasons: [{ agent_id: "db-1", reason: "policy" }],
    },
    { detection_id: "root_twice", fail: 2, unknown: 0 },
  ]);
  expect(summary?.coverage).toMatchObject({ agents_answered: 2, unanswered: [] });
  expect(narrative).toContain('Left out: shadow on db-1 (denied by the tag policy "secrets").');
});

test.each(["live", "auto", "cached"] as const)(
  "a host that may not be asked anything is unanswered by policy and gets no plan (%s)",
  async (mode) => {
    const { policy, run, sent, store } = await estate();
    await store.commit([{ type: "remove", kind: "agent", id: "acc_1/dev-1" }]);
    await policy({ name: "secrets", deny_tables: ["shadow"] });
    const { status, summary, narrative, answer } = await run(
      reading({ sql: ["SELECT username FROM shadow"] }),
      mode,
    );
    expect(status).toBe("completed");
    expect(sent.size).toBe(0);
    expect(answer ?? null).toBeNull();
    expect(summary?.coverage).toMatchObject({
      agents_targeted: 1,
      agents_answered: 0,
      unanswered: [{ agent_id: "db-1", reason: "policy" }],
    });
    expect(narrative).toMatch(/^Unknown: shadow: denied by the tag policy "secrets"\./);
  },
);

test.each([
  "SELECT u.username FROM users u JOIN shadow s USING (username)",
  "SELECT username FROM users WHERE username IN (SELECT username FROM SHADOW)",
  "WITH s AS (SELECT * FROM shadow) SELECT count(*) AS n FROM s",
])("a denied table is found wherever a statement reads it: %s", async (sql) => {
  const { policy, run, sent } = await estate();
  await policy({ deny_tables: ["shadow"] });
  const { summary } = await run(reading({ sql: [sql] }));
  expect(summary?.coverage.unanswered).toEqual([{ agent_id: "db-1", reason: "policy" }]);
  expect([...sent.keys()]).toEqual(["dev-1"]);
});

test("of two sources for one kind of data the permitted one answers, and the withheld one is reported", async () => {
  const { policy, run } = await estate();
  await policy({ name: "no rpm", match: {}, deny_tables: ["rpm_packages"] });
  const sql = ["SELECT name FROM deb_packages", "SELECT name FROM rpm_packages"];
  const { answer, summary, narrative } = await run(reading({ sql }));
  expect(answer?.row_count).toBe(2);
  expect(summary?.coverage).toMatchObject({ agents_answered: 2, unanswered: [] });
  expect(narrative).toContain(
    'Left out: rpm_packages on db-1 and dev-1 (denied by the tag policy "no rpm").',
  );
});

test("none found is qualified when one source was withheld by policy", async () => {
  const { policy, run } = await estate();
  await policy({ match: {}, deny_tables: ["deb_packages"] });
  const sql = ["SELECT name FROM deb_packages", "SELECT name FROM rpm_packages"];
  const { narrative } = await run(reading({ sql }));
  expect(narrative).toMatch(/^No users in the data that could be read on 2 hosts/);
});

test("severities are raised by one level on a critical host, and not on a high one", async () => {
  const { policy, run, events } = await estate();
  await policy({ criticality: "critical" });
  await policy({ id: "pol_2", match: {}, criticality: "high" });
  const { findings, summary, narrative } = await run(detecting("no_password", "root_twice"));
  const told = (findings ?? []).map(
    ({ agent_id, detection_id, severity }) => `${agent_id} ${detection_id} ${severity}`,
  );
  expect(narrative).toContain("Severity raised one level by tag policy on a critical host: db-1.");
  expect(told.sort()).toEqual([
    "db-1 no_password critical",
    "db-1 root_twice medium",
    "dev-1 no_password high",
    "dev-1 root_twice low",
  ]);
  expect(summary).toMatchObject({
    severity: "critical",
    findings_by_severity: { info: 0, low: 1, medium: 1, high: 1, critical: 1 },
  });
  expect(
    events
      .filter(({ type }) => type === "finding.discovered")
      .map(({ data }) => data.severity)
      .sort(),
  ).toEqual(["critical", "high", "low", "medium"]);
  expect(events.at(-1)?.data.severity).toBe("critical");
});
