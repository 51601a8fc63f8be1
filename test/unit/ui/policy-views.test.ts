import { expect, test } from "vitest";
import type { TagPolicy } from "../../../src/contract/tag-policy.ts";
import { policyListView, policyView } from "../../../src/ui/views/policies.ts";

const style = { width: 80, maxRows: 30, colour: false, nowMs: 0 };
const policy = (over: Partial<TagPolicy> = {}): TagPolicy => ({
  id: "pol_01hv3k6z5w9m4q8r7t2y1x0c3b",
  name: "secrets",
  match: { env: "prod" },
  deny_tables: ["shadow"],
  criticality: "critical",
  snapshot_interval: "5m",
  created_at: "2026-11-01T00:00:00.000Z",
  updated_at: "2026-11-01T00:00:00.000Z",
  ...over,
});

test("a policy is told with whom it holds for and what it does", () => {
  expect(policyView.plain(policy(), style)).toEqual([
    "secrets",
    "pol_01hv3k6z5w9m4q8r7t2y1x0c3b",
    "Applies to agents tagged env=prod.",
    "Never read on these hosts: shadow.",
    "Findings on these hosts are one severity higher.",
    "Snapshots every 5m.",
  ]);
  const idle = policy({
    match: {},
    deny_tables: [],
    criticality: "normal",
    snapshot_interval: null,
  });
  expect(policyView.plain(idle, style).slice(2)).toEqual([
    "Applies to every agent.",
    "It has no effect yet: set one with update.",
  ]);
});

test("a listing fits the width, keeps ids whole, escapes names and says that more follow", () => {
  const policies = [
    policy({ name: "\u001b[31mred", deny_tables: ["shadow", "users", "processes"] }),
  ];
  const lines = policyListView.plain({ policies, next_cursor: "x" }, style);
  const text = lines.join("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(text).toContain(policies[0]?.id);
  expect(text).toContain("\\x1b");
  expect(text).not.toContain("\u001b");
  expect(lines.at(-1)).toMatch(/^There are more: use --all/);
  expect(policyListView.plain({ policies: [], next_cursor: null }, style)).toEqual([
    "No tag policies.",
  ]);
});
