import { expect, test } from "vitest";
import type { Verdict } from "../../../../src/brain/detections/evaluate-host.ts";
import { liftOf, unknownChecks } from "../../../../src/brain/posture/unknown-checks.ts";
import { detectionDefinition } from "../../../helpers/records.ts";

const weak = detectionDefinition();
const unknown = (detail: string, reason: "denied" | "timed_out" = "denied"): Verdict => ({
  type: "unknown",
  reason,
  detail,
});
const host = (verdict: Verdict, definition = weak) => ({
  verdicts: new Map([[definition, verdict]]),
});

test("a check is listed once for each reason, with its hosts and the most frequent detail", () => {
  const hosts = [host(unknown("/a")), host(unknown("/b")), host(unknown("/b"))];
  const slow = host(unknown("took long", "timed_out"));
  expect(unknownChecks([...hosts, slow, host({ type: "pass" })])).toMatchObject([
    { detection_id: "weak", reason: "denied", detail: "/b", hosts: 3 },
    { detection_id: "weak", reason: "timed_out", hosts: 1 },
  ]);
});

test("checks of health are left out", () => {
  const health = detectionDefinition({ kind: "health" });
  expect(unknownChecks([host(unknown("/a"), health)])).toEqual([]);
});

test.each([
  ["denied", "/etc/shadow: permission denied", "Run the agent as root"],
  ["table_missing", "nft is not installed", "Install nft on the host."],
  ["table_missing", "no snapshot of process_envs", "--mode live"],
  ["table_missing", "/var/lib/apt/lists: no package lists were fetched", "apt-get update"],
  ["table_missing", "inquest has no advisories for debian:12", "--advisories"],
  ["table_missing", "logins of ann are recorded only since 2026-11-01", "keep them longer"],
  ["timed_out", "last: took longer than 10000 ms", "--depth deep"],
  ["timed_out", "truncated at /srv: timed out", "less busy"],
  ["timed_out", "getcap timed out after 10 s", "less busy"],
  ["offline", "", "online"],
] as const)("what would lift %s (%s)", (reason, detail, lift) => {
  expect(liftOf(reason, detail)).toContain(lift);
});
