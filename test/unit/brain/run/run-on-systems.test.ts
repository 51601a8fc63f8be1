import { expect, onTestFinished, test } from "vitest";
import { createCatalogue } from "../../../../src/brain/detections/catalogue.ts";
import { agentsOf } from "../../../../src/brain/hosts/select-agents.ts";
import type { BrainServices } from "../../../../src/brain/ports/services.ts";
import { createReader } from "../../../../src/brain/questions/create-reader.ts";
import { loadLexicon } from "../../../../src/brain/questions/lexicon/load-lexicon.ts";
import { wordsOfKind } from "../../../../src/brain/questions/lexicon/words-of-kind.ts";
import { investigate } from "../../../../src/brain/run/investigate.ts";
import { openRunRecord } from "../../../../src/brain/run/run-record.ts";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { readJsonBlob } from "../../../../src/store/port/store.ts";
import type { InvestigationBlob } from "../../../../src/store/records.ts";
import type { Host } from "../../../../src/tables/host/port.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { withoutWays } from "../../../helpers/pathfinder.ts";
import { agentRecord, investigationRecord, policyRecord } from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";
import { windowsHost } from "../../../helpers/windows-host.ts";
import { recordedMac } from "../../tables/darwin/recorded-mac.ts";
import { loadModel } from "../questions/reader-under-test.ts";

const clock = { now: () => Date.parse("2026-11-01T00:00:10.000Z") };
const lexicon = loadLexicon("data");
const words = new Map(lexicon.kinds.map((kind) => [kind.id, wordsOfKind(kind)]));
const reader = createReader({ lexicon, detections: [], loadModel });
const recorded: Record<string, Host> = {
  "mac-1": recordedMac("15"),
  "win-1": windowsHost("windows-10-22h2"),
};

/** A recorded Mac and a recorded Windows host; they report their tables unless told not to. */
async function estate({ tellTables = true } = {}) {
  const store = await openTestStore();
  const open = async ([id, host]: [string, Host]) =>
    [id, await createSqlRunner({ host, tables })] as const;
  const runners = new Map(await Promise.all(Object.entries(recorded).map(open)));
  onTestFinished(() => {
    for (const runner of runners.values()) runner.close();
  });
  const local = runners.get("mac-1")!;
  for (const [agent_id, runner] of runners) {
    const here = runner.tables().flatMap((table) => (table.here ? [table.name] : []));
    const os = agent_id === "mac-1" ? "darwin" : "windows";
    const record = agentRecord({ agent_id, os, tables: tellTables ? here : [] });
    await store.commit([{ type: "put", kind: "agent", record }]);
  }
  const sent = new Map<string, string[]>();
  const services: BrainServices = {
    store,
    clock,
    catalogue: createCatalogue({ definitions: [], shippedCases: {}, store }),
    read: async (question, context) => reader.read(question, { ...context, now: clock.now() }),
    agentsOf: (account) => agentsOf(store, account),
    async ask({ agent: { agent_id }, statements }) {
      sent.set(
        agent_id,
        statements.map(({ sql }) => sql),
      );
      const results = await runners.get(agent_id)!.run(statements);
      const plan = { plan_id: "pln_1", agent_id };
      return {
        ok: true,
        result: { ...plan, started_at: "", finished_at: "", refused: null, results },
        receipt: { ...plan, key_id: "", public_key: "", payload: "", signature: "" },
      };
    },
    evaluator: {
      tablesRead: async (sql) => local.tablesRead(sql),
      overSnapshots: () => Promise.reject(new Error("nobody sent a snapshot")),
      async overRows(sql, columns, rows) {
        const given = { name: "rows", columns, rows };
        const statement = { id: "q", sql, max_rows: 500, timeout_ms: 5000 };
        return (await local.run([statement], { mergedTable: given }))[0]!;
      },
    },
    pathfinder: withoutWays,
    wordsOf: (kind) => words.get(kind),
    columnFormats: {},
    emit: () => [],
  };
  return {
    sent,
    deny: (...deny_tables: string[]) =>
      store.commit([{ type: "put", kind: "policy", record: policyRecord({ deny_tables }) }]),
    async run(query: string) {
      const record = investigationRecord({ query, mode: "live" });
      await store.commit([{ type: "put", kind: "investigation", record }]);
      const { signal } = new AbortController();
      await investigate((await openRunRecord(store, record.id, "test"))!, services, signal);
      const ended = (await store.find("investigation", record.id))!.record;
      const blob = ended.blob ? await readJsonBlob<InvestigationBlob>(store, ended.blob) : null;
      return { ...ended, answer: blob?.answer, narrative: ended.summary?.narrative ?? "" };
    },
  };
}

test("one question is answered by each system from its own tables, without a gap", async () => {
  const { run, sent } = await estate();
  const { answer, summary, narrative } = await run("which services are running");
  expect(answer?.rows.map(([host, name]) => [host, name])).toEqual([
    ["mac-1", "com.openssh.sshd"],
    ["mac-1", "com.update.service"],
    ["win-1", "Spooler"],
  ]);
  expect(summary?.coverage).toMatchObject({ agents_answered: 2, unanswered: [] });
  expect(narrative).not.toMatch(/systemd|not a table|did not answer|Left out/);
  expect(sent.get("win-1")).toEqual([expect.stringContaining("FROM services t")]);
  expect(sent.get("mac-1")).toEqual([expect.stringContaining("FROM launchd t")]);
});

test("the counts of a host's several sources are added up", async () => {
  const { run } = await estate();
  const { answer, narrative } = await run("how many packages are installed");
  expect(answer).toMatchObject({
    columns: ["host", "count"],
    rows: [
      ["mac-1", 3],
      ["win-1", 5],
    ],
  });
  expect(narrative).toContain("8 packages on 2 hosts");
});

test("agents that don't report their tables get every statement, without a gap in the answer", async () => {
  const { run, sent } = await estate({ tellTables: false });
  const { answer, summary, narrative } = await run("which services are running");
  expect(sent.get("win-1")).toHaveLength(3);
  expect(answer?.row_count).toBe(3);
  expect(summary?.coverage.unanswered).toEqual([]);
  expect(narrative).not.toMatch(/systemd|not a table|did not answer|Left out/);
});

test("a policy on another system's table withholds nothing, one on the host's own table does", async () => {
  const { run, deny } = await estate();
  await deny("systemd_units", "services");
  const { summary, narrative } = await run("which services are running");
  expect(summary?.coverage.unanswered).toEqual([{ agent_id: "win-1", reason: "policy" }]);
  expect(narrative).toContain("services on win-1");
  expect(narrative).not.toContain("systemd_units");
});

test("data that none of a host's tables has stays missing", async () => {
  const { run } = await estate();
  const hotfixes = await run("windows patches");
  expect(hotfixes.summary?.coverage.unanswered).toEqual([
    { agent_id: "mac-1", reason: "table_missing" },
  ]);
  const { summary, narrative } = await run("sysctl settings");
  expect(summary?.coverage).toMatchObject({ agents_answered: 0 });
  expect(narrative).toMatch(/^Unknown: system_controls: not a table of/);
});

test("hosts without a package are those where no source has it", async () => {
  const { run } = await estate();
  const { answer, narrative } = await run("which hosts do not have fish installed?");
  expect(answer?.rows).toEqual([["win-1"]]);
  expect(narrative).toMatch(/^1 of 2 hosts: win-1\./);
});
