import { expect, test } from "vitest";
import type { Changes } from "../../../src/contract/summary.ts";
import {
  itemDetailView,
  itemListView,
  removedItemsView,
  resumedItemsView,
} from "../../../src/ui/views/curiosity.ts";
import { runListView } from "../../../src/ui/views/curiosity-runs.ts";
import { investigationView } from "../../../src/ui/views/investigation/investigation.ts";
import { curiosityItem } from "../../helpers/curiosity-item.ts";
import { finding, hostile, investigation } from "./investigation-fixture.ts";

const nowMs = Date.parse("2026-11-01T01:00:00.000Z");
const style = { width: 80, maxRows: 30, colour: false, nowMs };
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const control = /[\u0000-\u001f\u202e]/;

const evidence = { ...finding.evidence, row_count: 1 };
const changes: Changes = {
  new: [
    { ...finding, severity: "low", evidence, title: hostile.repeat(4) },
    { ...finding, evidence: { ...evidence, row_count: 2 } },
  ],
  resolved: [{ ...finding, severity: "critical", hostname: "db-01", evidence }],
};
const run = { ...investigation, curiosity_id: "cur_1" };
const widest = (lines: string[]) => Math.max(...lines.map((line) => line.length));

test("an item is told with when it runs, of whom it asks, and what its last run changed", () => {
  const item = curiosityItem({
    scope: { type: "selector", filter: { tags: { env: "prod" }, last_seen_within: "1h" } },
  });
  expect(itemDetailView.plain({ item, changes }, { ...style, width: 100 })).toEqual([
    item.id,
    "question  which users have uid 0?",
    "state     active",
    "every     24h",
    "asks      hosts tagged env=prod, seen within 1h, standard",
    "first     2026-11-01T00:00:00.000Z",
    "next      in 23h (2026-11-02T00:00:00.000Z)",
    "last      completed 1h ago (inv_01hv3k6z5w9m4q8r7t2y1x0c3b)",
    "runs      1",
    "created   1h ago",
    "edited    1h ago",
    "changed   2 new, 1 resolved",
    "",
    "  + high      web-01  A shell listens on every interface (2 rows)",
    expect.stringMatching(/^ {2}\+ low {7}web-01 {2}evil\\x1b\[2J<script>.*…$/),
    "  - critical  db-01  A shell listens on every interface",
  ]);
  expect(itemDetailView.json!({ item, changes })).toBe(item);
});

test("what has not run yet, has nothing to compare with, or isn't known says so", () => {
  const fresh = curiosityItem({ last_run_at: null, last_investigation_id: null, run_count: 0 });
  const text = (item = fresh, known: Changes | null | undefined = undefined) =>
    itemDetailView.plain({ item, changes: known }, style).join("\n");
  expect(text()).toMatch(/\nlast {6}never\nruns {6}none yet\n/);
  expect(text()).not.toContain("changed");
  expect(text(curiosityItem(), null)).toMatch(/\nchanged {3}no earlier run to compare with$/);
  const none = { new: [], resolved: [] };
  expect(text(curiosityItem(), none)).toMatch(/\nchanged {3}no change$/);
  expect(text(curiosityItem({ active: false, next_run_at: null }))).toMatch(/\nstate {5}paused\n/);
});

test("a listing has the next run, the last status and what changed, and fits the width", () => {
  const items = [
    curiosityItem({ id: "cur_1", next_run_at: "2026-11-01T00:59:00.000Z", query: hostile }),
    curiosityItem({ id: "cur_2", last_status: "failed" }),
    curiosityItem({ id: "cur_3", active: false, next_run_at: null }),
  ];
  const known = new Map([
    ["cur_1", changes],
    ["cur_2", null],
  ]);
  const list = { page: { items, next_cursor: "x" }, changes: known };
  const lines = itemListView.plain(list, { ...style, width: 120 });
  expect(lines.map((line) => line.trimEnd().split(/ {2,}/).slice(0, 5))).toEqual([
    ["id", "next", "every", "last", "changed"],
    ["cur_1", "now", "24h", "completed", "+2 -1"],
    ["cur_2", "in 23h", "24h", "failed", "first"],
    ["cur_3", "paused", "24h", "completed", "which users have uid 0?"],
    ["Changes are shown for the first 2 only."],
    ["There are more: use --all or a higher --limit."],
  ]);
  expect(lines.join("")).not.toMatch(control);
  const long = [curiosityItem({ query: "why ".repeat(60) })];
  const narrow = { page: { items: long, next_cursor: null }, changes: new Map() };
  expect(widest(itemListView.plain(narrow, style))).toBeLessThanOrEqual(80);
  expect(itemListView.json!(list)).toBe(list.page);
});

test("where nothing is asked, the listing says how to", () => {
  const list = { page: { items: [], next_cursor: null }, changes: new Map() };
  expect(itemListView.plain(list, style).join(" ")).toMatch(/inquest curiosity add "which .+ 24h$/);
});

test("below a run are its differences, whatever the width", () => {
  const earlier = { ...run, investigation_id: "inv_2", status: "failed" as const, summary: null };
  const page = {
    investigations: [{ ...run, investigation_id: "inv_3" }, earlier],
    next_cursor: null,
  };
  const list = {
    page,
    changes: new Map([
      ["inv_3", changes],
      ["inv_2", undefined],
    ]),
    item: null,
  };
  const lines = runListView.plain(list, style);
  expect(lines[1]).toMatch(/^inv_3 {2}completed .+ \+2 -1 /);
  expect(lines.slice(2, 5).map((line) => line.slice(0, 6))).toEqual(["  + hi", "  + lo", "  - cr"]);
  expect(lines[5]).toMatch(/^inv_2 {2}failed/);
  expect(widest(lines)).toBeLessThanOrEqual(80);
  const tiny = runListView.plain(list, { ...style, width: 24 });
  expect(tiny.filter((line) => /^ {2}[+-] /.test(line))).toHaveLength(3);
  expect([...lines, ...tiny].join("")).not.toMatch(control);
});

test("without runs it is told when there will be one", () => {
  const page = { investigations: [], next_cursor: null };
  const told = (item: Parameters<typeof curiosityItem>[0]) =>
    runListView.plain({ page, changes: new Map(), item: curiosityItem(item) }, style).join(" ");
  expect(told({})).toBe("No runs yet; the first is due in 23h.");
  expect(told({ active: false })).toMatch(
    /^No runs yet: it is paused\. Resume it: inquest curiosity resume /,
  );
});

test("a run's answer ends with what changed since the one before", () => {
  const text = (known: Changes | null | undefined) =>
    investigationView.plain({ ...run, changes: known }, style).join("\n");
  expect(text(changes)).toContain(
    "\nSince the previous run of cur_1: 2 new, 1 resolved\n  + high ",
  );
  expect(text(null)).toContain("\nFirst run of cur_1: nothing to compare with yet.\n");
  expect(text(undefined)).not.toContain("cur_1");
  expect(investigationView.plain(investigation, style).join()).not.toContain("before");
});

test("what was resumed or removed is told of each", () => {
  const [one, two] = [curiosityItem({ id: "cur_1" }), curiosityItem({ id: "cur_2", run_count: 0 })];
  expect(resumedItemsView.plain([one], style)).toEqual(["cur_1 is active: next run in 23h."]);
  expect(removedItemsView.plain([one, two], style)).toEqual([
    "cur_1 is removed; its runs are kept.",
    "cur_2 is removed.",
  ]);
  expect(removedItemsView.json!([one])).toEqual({ id: "cur_1", deleted: true });
});
