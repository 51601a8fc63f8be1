import { expect, test } from "vitest";
import { headline } from "../../../../src/brain/posture/headline.ts";
import type { Coverage, Finding } from "../../../../src/contract/summary.ts";
import { finding } from "../../../helpers/api-records.ts";
import { detectionDefinition } from "../../../helpers/records.ts";

const definitions = [
  detectionDefinition({ id: "open", tables: ["listening_ports"] }),
  detectionDefinition({ id: "traces", kind: "intrusion" }),
  detectionDefinition({ id: "weak" }),
];
const coverage = (targeted: number, answered: number): Coverage => ({
  agents_targeted: targeted,
  agents_answered: answered,
  unanswered: Array.from({ length: targeted - answered }, (_, at) => ({
    agent_id: `off-${at}`,
    reason: "offline" as const,
  })),
  cached: 0,
  live: answered,
});
const ports = (detection_id: string, ...open: number[]) =>
  finding({
    detection_id,
    evidence: {
      sql: "",
      columns: ["protocol", "port"],
      rows: open.map((port) => ["tcp", port]),
      row_count: open.length,
    },
  });

const sentence = (findings: Finding[], over: Partial<Parameters<typeof headline>[0]> = {}) =>
  headline({
    verdict: "weak",
    checks: { failed: 1, passed: 41, unknown: 6, not_applicable: 0 },
    path_count: 0,
    coverage: coverage(1, 1),
    findings,
    accepted: 0,
    hostsWithPath: [],
    searchCut: false,
    definitionOf: (id) => definitions.find((one) => one.id === id),
    ...over,
  });

test("paths, signs of intrusion, open services and other weaknesses are counted apart", () => {
  const findings = [
    ports("open", 80, 443),
    finding({ detection_id: "traces" }),
    finding({ detection_id: "weak" }),
  ];
  expect(sentence(findings, { path_count: 3 })).toBe(
    "No: 3 ways to root, 1 sign of intrusion, 2 services open to the network and 1 other weakness; 41 checks passed, 6 could not be made.",
  );
});

test("a port that two findings report is one service", () => {
  expect(sentence([ports("open", 80), ports("open", 80, 443)])).toMatch(/^No: 2 services open/);
});

test("over a fleet the affected hosts are counted, and missing hosts are reported first", () => {
  const findings = [finding({ detection_id: "weak", agent_id: "web-1" })];
  expect(sentence(findings, { coverage: coverage(5, 3), hostsWithPath: ["db-1"] })).toBe(
    "2 of 5 hosts did not answer. No: 1 weakness on 2 of 3 hosts; 41 checks passed, 6 could not be made.",
  );
});

test("without a weakness the checks are counted, and without a check nothing is known", () => {
  expect(sentence([], { verdict: "no_weakness_found", coverage: coverage(3, 3) })).toBe(
    "No weakness was found on 3 hosts: 41 checks passed, 6 could not be made.",
  );
  const checks = { failed: 0, passed: 0, unknown: 6, not_applicable: 0 };
  expect(sentence([], { verdict: "unknown", checks })).toBe(
    "Unknown: 6 checks could not be made, and none passed.",
  );
});

test("a search for paths that timed out is reported, and leaves no host without a weakness", () => {
  const findings = [finding({ detection_id: "weak" })];
  expect(sentence(findings, { searchCut: true })).toMatch(
    /The search for ways to root timed out, so there may be more\.$/,
  );
  expect(sentence([], { verdict: "unknown", searchCut: true })).toBe(
    "Unknown: the search for ways to root timed out; 41 checks passed, 6 could not be made.",
  );
});

test("accepted findings are counted apart, with the command that lists them", () => {
  expect(sentence([finding({ detection_id: "weak" })], { accepted: 3 })).toBe(
    "No: 1 weakness; 41 checks passed, 6 could not be made; 3 accepted findings (investigate accept list).",
  );
  const none = { failed: 0, passed: 41, unknown: 6, not_applicable: 0 };
  expect(sentence([], { verdict: "no_weakness_found", checks: none, accepted: 1 })).toBe(
    "No weakness was found besides 1 accepted finding (investigate accept list): 41 checks passed, 6 could not be made.",
  );
});
