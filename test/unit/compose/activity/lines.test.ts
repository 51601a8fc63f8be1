import { expect, test } from "vitest";
import { attemptLine } from "../../../../src/compose/activity/attempt-line.ts";
import { connectionLines } from "../../../../src/compose/activity/connection-lines.ts";
import { outcomeLine, questionLine } from "../../../../src/compose/activity/question-lines.ts";
import type { DeliveryRecord, InvestigationRecord } from "../../../../src/store/records.ts";
import { investigationRecord } from "../../../helpers/records.ts";

const changes = (ids: string[], isConnected: boolean) =>
  ids.map((agentId) => ({ agentId, isConnected }));

test("a few agents are named, many are counted", () => {
  const few = connectionLines([...changes(["a", "b"], true), ...changes(["c"], false)]);
  expect(few.map(({ text }) => text)).toEqual(["a connected", "b connected", "c disconnected"]);
  const many = connectionLines(changes(["a", "b", "c", "d"], true));
  expect(many).toEqual([
    { level: "info", fields: { event: "agents.connected", agents: 4 }, text: "4 agents connected" },
  ]);
});

const started_at = "2026-11-01T00:00:00.000Z";
const ended = (over: Partial<InvestigationRecord>) =>
  investigationRecord({
    id: "inv_1",
    started_at,
    completed_at: "2026-11-01T00:00:01.840Z",
    status: "completed",
    ...over,
  });

const summary = {
  narrative: "Yes: db-1.",
  severity: "high" as const,
  findings_by_severity: { info: 0, low: 0, medium: 1, high: 2, critical: 0 },
  checks: [],
  coverage: { agents_targeted: 5, agents_answered: 4, unanswered: [], cached: 0, live: 4 },
};

test("a question is logged as it was asked, cut when it is long", () => {
  expect(questionLine(investigationRecord({ query: "all users" })).text).toBe(
    "Question: all users",
  );
  const { text } = questionLine(
    investigationRecord({ query: "x".repeat(1_000), curiosity_id: "cur_1" }),
  );
  expect(text).toBe(`Scheduled question: ${"x".repeat(119)}…`);
});

test("an outcome has the findings and hosts, never the answer", () => {
  const line = outcomeLine(ended({ summary }));
  expect(line.text).toBe("Answered: 3 findings, high; 4 of 5 hosts (inv_1, 1.8 s)");
  expect(JSON.stringify(line)).not.toContain("db-1");
  const none = {
    ...summary,
    findings_by_severity: { ...summary.findings_by_severity, medium: 0, high: 0 },
  };
  expect(outcomeLine(ended({ summary: none })).text).toBe("Answered: 4 of 5 hosts (inv_1, 1.8 s)");
});

test("a question without an answer has the reason", () => {
  const error = { code: "refused" as const, message: "The service only reads." };
  expect(outcomeLine(ended({ status: "failed", error })).text).toBe(
    "Not answered: The service only reads (inv_1, 1.8 s)",
  );
  expect(outcomeLine(ended({ status: "cancelled" })).text).toBe("Cancelled (inv_1, 1.8 s)");
});

const delivery = (over: Partial<DeliveryRecord>, attempt: object = {}): DeliveryRecord => ({
  id: "dlv_1",
  account_id: "acc_1",
  event_id: "e",
  event_type: "finding.discovered",
  subscription_id: "sub_1",
  url: "https://hooks.example.com/token-in-the-path",
  secrets: ["sealed"],
  status: "delivered",
  attempts: [
    { number: 1, at: started_at, response_code: 200, error: null, duration_ms: 1, ...attempt },
  ],
  last_response_body: null,
  replay_of: null,
  replayed_as: null,
  created_at: started_at,
  due_at: null,
  lease: null,
  ...over,
});

test("a delivery is logged by its receiver's host, without the rest of its URL or a secret", () => {
  const line = attemptLine(delivery({}));
  expect(line).toMatchObject({
    level: "info",
    text: "Delivered finding.discovered to hooks.example.com",
  });
  expect(JSON.stringify(line)).not.toMatch(/token|sealed/);
});

test("a failed attempt is a warning, and a dead letter says how to replay it", () => {
  const failed = attemptLine(delivery({ status: "retrying" }, { response_code: 503 }));
  expect(failed).toMatchObject({
    level: "warn",
    text: "Delivery of finding.discovered to hooks.example.com failed (HTTP 503); attempt 1, another follows",
  });
  const dead = attemptLine(
    delivery({ status: "failed_permanent" }, { response_code: null, error: "timed out" }),
  );
  expect(dead.text).toBe(
    "Dead letter: finding.discovered to hooks.example.com failed (timed out). Replay it: inquest webhooks replay dlv_1",
  );
});
