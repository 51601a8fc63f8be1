import { expect, test } from "vitest";
import { createCatalogue } from "../../../../src/brain/detections/catalogue.ts";
import type {
  AskOutcome,
  AskRequest,
  BrainServices,
} from "../../../../src/brain/ports/services.ts";
import { investigate } from "../../../../src/brain/run/investigate.ts";
import { readReceipts } from "../../../../src/brain/run/receipts.ts";
import { openRunRecord } from "../../../../src/brain/run/run-record.ts";
import { createReceiptVerifier } from "../../../../src/compose/offline/verify-receipts.ts";
import { readJsonBlob, type Store } from "../../../../src/store/port/store.ts";
import type { InvestigationBlob } from "../../../../src/store/records.ts";
import { withoutWays } from "../../../helpers/pathfinder.ts";
import {
  agentRecord,
  detectionDefinition,
  investigationRecord,
  kindWords,
  reading,
  statementResult,
} from "../../../helpers/records.ts";
import { planResult, signedAnswer } from "../../../helpers/signed-answer.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

/** Hosts that sign what the test says they find, each answer for a plan of its own. */
function hosts(rowsOf: (agentId: string, plan: number) => string[]) {
  let plans = 0;
  return ({ agent, statements }: AskRequest): AskOutcome => {
    const plan = ++plans;
    const rows = rowsOf(agent.agent_id, plan).map((value) => [value]);
    const results = statements.map(({ id }) => statementResult({ id, columns: ["a"], rows }));
    return signedAnswer(planResult(agent.agent_id, `pln_${plan}`, results));
  };
}

/** Runs an investigation over these hosts and checks the stored receipts. */
async function verified(
  store: Store,
  { ask, depth }: { ask: (request: AskRequest) => AskOutcome; depth: "standard" | "deep" },
) {
  const detecting = reading({ route: ["detections"], detections: ["weak"], sql: [] });
  const agents = ["web-1", "web-2"].map((agent_id) => agentRecord({ agent_id }));
  const definitions = [detectionDefinition()];
  const services: BrainServices = {
    store,
    clock: { now: () => Date.parse("2026-11-01T00:00:10.000Z") },
    catalogue: createCatalogue({ definitions, shippedCases: {}, store }),
    agentsOf: async () => agents,
    read: async () => detecting,
    ask: async (request) => ask(request),
    evaluator: {
      tablesRead: async () => ["things"],
      overSnapshots: async () => [],
      overRows: async () => {
        throw new Error("nothing to merge here");
      },
    },
    pathfinder: withoutWays,
    wordsOf: () => kindWords({ noun: "things" }),
    columnFormats: {},
    emit: () => [],
  };
  const record = investigationRecord({ depth });
  await store.commit([{ type: "put", kind: "investigation", record }]);
  await investigate(
    (await openRunRecord(store, record.id, "test"))!,
    services,
    new AbortController().signal,
  );
  const ended = (await store.find("investigation", record.id))!.record;
  const blob = (await readJsonBlob<InvestigationBlob>(store, ended.blob!))!;
  const verifier = createReceiptVerifier(blob.findings);
  const { receipts } = (await readReceipts(store, ended, 0))!;
  verifier.add(receipts);
  return { ...verifier.report(), kept: receipts.map(({ plan_id }) => plan_id).sort() };
}

test("every finding of a live run has a receipt, and so have hosts without findings", async () => {
  const ask = hosts((agentId) => (agentId === "web-1" ? ["x"] : []));
  const report = await verified(await openTestStore(), { ask, depth: "standard" });
  expect(report.ok).toBe(true);
  expect(report.findings).toMatchObject([{ agent_id: "web-1", status: "proven" }]);
  expect(report.receipts.map(({ agent_id }) => agent_id).sort()).toEqual(["web-1", "web-2"]);
});

test("a finding confirmed by a second collection refers to that one's receipt; both are stored", async () => {
  const ask = hosts((agentId, plan) => (agentId === "web-1" ? [`seen in plan ${plan}`] : []));
  const report = await verified(await openTestStore(), { ask, depth: "deep" });
  expect(report).toMatchObject({ ok: true, findings: [{ status: "proven" }] });
  expect(report.kept).toEqual(["pln_1", "pln_2", "pln_3"]);
});

test("a refusal's receipt is stored: it is signed like any answer", async () => {
  const refused = { code: "expired", message: "the plan is too old" };
  const ask = ({ agent }: AskRequest): AskOutcome =>
    agent.agent_id === "web-1"
      ? signedAnswer({ ...planResult("web-1", "pln_1", []), refused })
      : hosts(() => ["x"])({ agent, statements: [{ id: "weak/evidence" }] } as AskRequest);
  const report = await verified(await openTestStore(), { ask, depth: "standard" });
  expect(report.receipts.map(({ agent_id }) => agent_id).sort()).toEqual(["web-1", "web-2"]);
});
