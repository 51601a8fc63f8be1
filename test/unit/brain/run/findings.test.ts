import { expect, test } from "vitest";
import { statementsFor } from "../../../../src/brain/detections/evaluate-host.ts";
import type { HostAnswer } from "../../../../src/brain/model/host-answer.ts";
import { evaluateDetections, findingsOf, tally } from "../../../../src/brain/run/findings.ts";
import { severities } from "../../../../src/contract/common.ts";
import type { StatementResult } from "../../../../src/contract/plan.ts";
import type { AcceptanceRecord } from "../../../../src/store/records.ts";
import {
  acceptanceRecord,
  agentRecord,
  detectionDefinition,
  statementResult,
} from "../../../helpers/records.ts";

const weak = detectionDefinition();

function answer(agentId: string, evidence: Partial<StatementResult>): HostAnswer {
  const results = statementsFor(weak, "linux").map(({ id }) =>
    statementResult({ id, columns: ["a"], ...evidence }),
  );
  return {
    agent: agentRecord({ agent_id: agentId }),
    source: "live",
    results: new Map(results.map((result) => [result.id, result])),
    gap: null,
    receipt: null,
  };
}

test("a finding stores 50 rows of its evidence and the total count", () => {
  const rows = Array.from({ length: 51 }, (_, number) => [number]);
  const host = answer("web-1", { rows, row_count: rows.length });
  const confidence = new Map([["weak", 0.8]]);
  const [finding] = findingsOf(host, evaluateDetections(host, [weak]), {
    confidence,
    criticality: "normal",
    acceptances: [],
    nowMs: 0,
    formats: {},
  });
  expect(finding).toMatchObject({ confidence: 0.8, evidence: { row_count: 51 } });
  expect(finding?.evidence.rows).toEqual(rows.slice(0, 50));
});

test.each([
  ["normal", ["info", "low", "medium", "high", "critical"]],
  ["high", ["info", "low", "medium", "high", "critical"]],
  ["critical", ["low", "medium", "high", "critical", "critical"]],
] as const)("on a %s host the five severities are %j", (criticality, expected) => {
  const told = severities.map((severity) => {
    const definition = detectionDefinition({ severity });
    const host = answer("web-1", { rows: [["x"]] });
    const confidence = new Map<string, number>();
    const terms = { confidence, criticality, acceptances: [], nowMs: 0, formats: {} };
    return findingsOf(host, evaluateDetections(host, [definition]), terms)[0]?.severity;
  });
  expect(told).toEqual(expected);
});

test("a tally counts every host and names the first 100 unknown ones", () => {
  const error = { reason: "denied" as const, message: "things: permission denied" };
  const hosts = Array.from({ length: 101 }, (_, number) => answer(`web-${number}`, { error }));
  const judged = [...hosts, answer("ok", { rows: [] })].map((host) => ({
    agentId: host.agent.agent_id,
    verdicts: evaluateDetections(host, [weak]),
  }));
  const [check] = tally([weak], judged);
  expect(check).toMatchObject({ fail: 0, pass: 1, unknown: 101, not_applicable: 0 });
  expect(check?.unknown_reasons).toHaveLength(100);
  expect(check?.unknown_reasons[0]).toEqual({ agent_id: "web-0", reason: "denied" });
});

test("a finding is accepted only if the rows that it does not keep are accepted too", () => {
  const rows = Array.from({ length: 51 }, (_, number) => [number]);
  const host = answer("web-1", { rows, row_count: rows.length });
  const terms = {
    confidence: new Map<string, number>(),
    criticality: "normal" as const,
    nowMs: 0,
    formats: {},
  };
  const acceptedWith = (evidence: AcceptanceRecord["evidence"]) =>
    findingsOf(host, evaluateDetections(host, [weak]), {
      ...terms,
      acceptances: [acceptanceRecord({ evidence })],
    })[0];
  expect(acceptedWith({ columns: ["a"], rows: rows.slice(0, 50) })).toMatchObject({
    partly_accepted: { acceptance_id: "acp_1", rows: 50 },
  });
  expect(acceptedWith(null)).toMatchObject({ accepted: { acceptance_id: "acp_1" } });
});
