import { expect, test } from "vitest";
import { exitCodeOf, failureLines } from "../../../../src/cli/investigate/outcome.ts";
import { triggerRequest } from "../../../../src/cli/investigate/trigger-request.ts";
import { investigation } from "../../ui/investigation-fixture.ts";
import { audit } from "../../ui/posture-fixture.ts";

const found = { ...investigation, chains: [] };

test.each([
  [undefined, 0],
  ["critical", 0],
  ["high", 3],
  ["info", 3],
] as const)("a high finding with --fail-on %s exits with %i", (failOn, code) => {
  expect(exitCodeOf(found, failOn)).toBe(code);
});

test("a chain counts for --fail-on as a finding does", () => {
  expect(exitCodeOf({ ...investigation, findings: [] }, "critical")).toBe(3);
});

test("an accepted finding does not count for --fail-on", () => {
  const accepted = { acceptance_id: "acp_1", because: "a test host", until: null, at: "" };
  const findings = found.findings.map((finding) => ({ ...finding, accepted }));
  expect(exitCodeOf({ ...found, findings }, "info")).toBe(0);
});

test("a host's health is no weakness for --fail-on", () => {
  const disk = audit.findings.find(({ title }) => title === "A disk is full")!;
  const ill = { ...audit, findings: [disk], chains: [] };
  expect(disk.severity).toBe("critical");
  expect(exitCodeOf(ill, "low")).toBe(0);
  expect(exitCodeOf({ ...ill, findings: audit.findings }, "low")).toBe(3);
});

test("nothing found never meets --fail-on", () => {
  expect(exitCodeOf({ ...investigation, findings: [], chains: [] }, "info")).toBe(0);
});

test.each(["failed", "cancelled"] as const)("a %s investigation exits with 1", (status) => {
  expect(exitCodeOf({ ...found, status }, "high")).toBe(1);
});

test("a question that was not understood comes back with others that are", () => {
  const reading = { ...investigation.reading!, suggestions: ["who can log in as root?"] };
  const error = { code: "not_understood" as const, message: "Not understood." };
  expect(
    failureLines({ ...investigation, status: "failed", summary: null, error, reading }),
  ).toEqual(["Not understood.", "Try:", "  who can log in as root?"]);
});

test("what was not said is left to the service", () => {
  expect(triggerRequest("who?", {})).toEqual({ query: "who?" });
  expect(
    triggerRequest("who?", {
      tag: ["env=prod"],
      agent: ["a"],
      "last-seen-within": "15m",
      depth: "deep",
    }),
  ).toEqual({
    query: "who?",
    depth: "deep",
    scope: {
      type: "selector",
      filter: { tags: { env: "prod" }, agent_ids: ["a"], last_seen_within: "15m" },
    },
  });
});
