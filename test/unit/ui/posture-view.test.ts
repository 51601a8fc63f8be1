import { expect, test } from "vitest";
import type { Posture } from "../../../src/contract/posture.ts";
import { textWidth } from "../../../src/ui/text/text-width.ts";
import { investigationView } from "../../../src/ui/views/investigation/investigation.ts";
import { audit, auditOfOne, posture } from "./posture-fixture.ts";

const style = {
  width: 80,
  maxRows: 30,
  colour: false,
  nowMs: Date.parse("2026-01-01T00:03:05.000Z"),
};
const linesOf = (one = audit, over = {}) => investigationView.plain(one, { ...style, ...over });
const textOf = (one = audit, over = {}) => linesOf(one, over).join("\n");
const sectionOf = (text: string, heading: string) =>
  text.split("\n\n").find((block) => block.startsWith(heading))!;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

test("a posture begins with its verdict and continues with what to do about it", () => {
  const text = textOf();
  const order = [
    "No: 1 path to root",
    "Paths to root (4)",
    "Fix first",
    "Signs of intrusion (2)",
    "Worst of 3 hosts",
    "Most frequent weaknesses",
    "Other weaknesses",
    "Could not be checked (3)",
    "Health (1)",
    "Since the last run, 1d ago: 1 new, 1 changed, 1 resolved",
    "Asked 2 hosts",
    "All evidence: investigate show inv_audit",
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test("a fix has what it cuts, its commands whole, and whom it could lock out", () => {
  const fix = sectionOf(textOf(audit, { width: 200 }), "Fix first");
  expect(fix).toContain(
    "1. critical  Sudo gives root without a password  cuts 1 of 4 paths to root, on db-01, 87% sure",
  );
  expect(fix).toContain(
    "       As root on db-01:\n         sed -i 's/NOPASSWD://' /etc/sudoers.d/deploy\n",
  );
  expect(fix).toContain("Lock-out risk: An account without a password can no longer use sudo.");
});

test("commands that the report leaves out are counted", () => {
  for (const style of [{}, { full: true }])
    expect(sectionOf(textOf(audit, style), "Fix first")).toContain("… 3 more commands");
});

test("a finding shows three rows of evidence, and every row in full", () => {
  expect(sectionOf(textOf(), "Fix first").match(/port=80\d\d/g)).toHaveLength(3);
  expect(textOf()).toContain("… 11 more rows");
  const full = sectionOf(textOf(audit, { full: true }), "Fix first");
  expect(full.match(/^ +80\d\d {2}evil/gm)).toHaveLength(12);
  expect(full).toContain("… 2 more rows");
});

test("in full, a path to root is drawn with the proof of each step", () => {
  expect(textOf()).not.toContain("╭");
  const full = sectionOf(textOf(audit, { full: true }), "Paths to root");
  expect(full).toContain("│ alice │");
  expect(full).toContain(
    "1. alice → /home/alice/.ssh/id_ed25519 without a passphrase by reads_key",
  );
  expect(textOf(audit, { full: true })).not.toContain("All evidence:");
});

test("unknown checks are listed once, under what would make them possible", () => {
  const unknown = sectionOf(textOf(), "Could not be checked");
  expect(unknown.split("\n").slice(1, 3)).toEqual([
    "  2 checks: Run the agent as root.",
    "    A listener is unknown (1 host): sockets of 3 processes: permission denied",
  ]);
  expect(textOf()).not.toContain("unknown: weak_hash");
});

test("what could hide further paths to root is said", () => {
  expect(textOf(audit, { width: 200 })).toContain(
    "\n\nSome edges could not be read, so there may be more paths: web-01 (sudoers).\n\n",
  );
});

test("health is apart from weaknesses", () => {
  expect(sectionOf(textOf(), "Health")).toContain("critical  A disk is full");
  expect(sectionOf(textOf(), "Other weaknesses")).not.toContain("A disk is full");
});

test("a host to which no check applies does not pass for a good one", () => {
  expect(sectionOf(textOf(), "Worst of 3 hosts")).toContain("\n  No check applies to mac-01.");
});

test("a finding that lost some of its evidence is changed, not resolved", () => {
  const changes = sectionOf(textOf(), "Since the last run").split("\n").slice(1);
  expect(changes.map((line) => line.slice(0, 10))).toEqual([
    "  + web-01",
    "  ~ web-01",
    "  - old-01",
  ]);
  expect(changes[1]).toBe("  ~ web-01: A disk is full (critical)");
});

test("one host is neither named nor compared with others", () => {
  const text = textOf(auditOfOne);
  expect(text).not.toContain("Worst of");
  expect(sectionOf(text, "Fix first")).toContain("cuts 1 of 4 paths to root, 87% sure");
  expect(sectionOf(text, "Fix first")).toContain("       As root:\n         sed -i");
});

test("nothing found is a short answer", () => {
  const none: Posture = {
    ...posture,
    verdict: "no_weakness_found",
    headline: "No weakness was found: 40 checks passed, 0 could not be made.",
    ...{ paths: [], path_count: 0, fixes: [], fix_count: 0, unknown: [], changes: null },
    ...{ intrusion: { finding_ids: [] }, health: { finding_ids: [] }, host_count: 1 },
  };
  const summary = { ...audit.summary!, narrative: none.headline, posture: none };
  const lines = linesOf({ ...audit, summary, findings: [], chains: [] });
  expect(lines.slice(0, 3)).toEqual([none.headline, "", "Asked 2 hosts, 1 answered."]);
});

test.each([80, 200])("at %i columns only commands and ends of paths are longer", (width) => {
  const own = /^ {9}(sed|rm) |^ {2}critical {2}alice → /;
  const long = linesOf(audit, { width }).filter((line) => textWidth(line) > width);
  expect(long.filter((line) => !own.test(line))).toEqual([]);
});

test("text of hosts does not drive the terminal", () => {
  expect(textOf()).not.toMatch(control);
  expect(textOf(audit, { full: true })).not.toMatch(control);
});
