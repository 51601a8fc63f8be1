import { expect, test } from "vitest";
import { changedRows, describeChanges } from "../../../../src/brain/follow-up/describe-changes.ts";
import { describeOtherPaths, describeRest } from "../../../../src/brain/follow-up/describe-rest.ts";
import { describeSince } from "../../../../src/brain/follow-up/describe-since.ts";
import { describeWhy, type Grounds } from "../../../../src/brain/follow-up/describe-why.ts";
import type { EarlierAnswer } from "../../../../src/brain/follow-up/earlier-runs.ts";
import { finding } from "../../../helpers/api-records.ts";
import { detectionDefinition, investigationRecord } from "../../../helpers/records.ts";

const earlier = (id: string, completedAt: string, over: Partial<EarlierAnswer> = {}) => ({
  record: investigationRecord({ id }),
  completedAt,
  answer: null,
  findings: [],
  ...over,
});
const monday = "2026-11-16T09:00:00.000Z";
const sunday = "2026-11-15T09:00:00.000Z";

test("a comparison names the run and when it completed", () => {
  const compared = { earlier: earlier("inv_a", monday), isOldEnough: true };
  const rows = {
    comparable: true as const,
    columns: ["name"],
    added: [["b"]],
    removed: [["a"]],
    left: ["resident_size"],
  };
  expect(describeChanges(compared, rows)).toEqual([
    "Compared with inv_a (completed 2026-11-16 09:00 UTC).",
    "1 row new, 1 gone.",
    "Not compared: resident size.",
  ]);
  expect(changedRows(rows, 1)).toEqual({
    columns: ["change", "name"],
    rows: [["new", "b"]],
    row_count: 2,
    truncated: true,
  });
});

test("a run younger than the time asked for is named as such", () => {
  const [line] = describeChanges({ earlier: earlier("inv_a", monday), isOldEnough: false }, null);
  expect(line).toMatch(/^No run of this question is that old; compared with the oldest there is/);
});

test("since when is the first of the runs that have it without a break", () => {
  const one = finding();
  const runs = [
    earlier("inv_c", "2026-11-17T09:00:00.000Z", { findings: [one] }),
    earlier("inv_b", monday, { findings: [one] }),
    earlier("inv_a", sunday),
  ];
  const [, line] = describeSince({ noun: "findings", findings: [one], answer: null }, runs);
  expect(line).toContain("in each run since inv_b (completed 2026-11-16 09:00 UTC), not in inv_a");
  const [, always] = describeSince(
    { noun: "findings", findings: [one], answer: null },
    runs.slice(0, 2),
  );
  expect(always).toContain("already in inv_b");
  const [, never] = describeSince(
    { noun: "findings", findings: [one], answer: null },
    runs.slice(2),
  );
  expect(never).toContain("not in the earlier runs");
});

test("rows without a time are looked for in the oldest run", () => {
  const answer = { columns: ["a"], rows: [["x"], ["y"]], row_count: 2, truncated: false };
  const old = { ...answer, rows: [["x"]], row_count: 1 };
  const lines = describeSince({ noun: "accounts", findings: [], answer }, [
    earlier("inv_a", sunday, { answer: old }),
  ]);
  expect(lines).toEqual([
    "The data doesn't show since when: accounts record no time.",
    "Already in inv_a (completed 2026-11-15 09:00 UTC): 1 of 2 rows.",
  ]);
});

const grounds: Grounds = {
  findings: [],
  chains: [],
  checks: [],
  detections: [detectionDefinition()],
  coverage: { agents_targeted: 2, agents_answered: 2, unanswered: [], cached: 1, live: 1 },
  text: "Accounts, on all hosts.",
  sql: [],
};

test("the reason of a finding is its check's description and its evidence", () => {
  const { id, description } = detectionDefinition();
  const one = finding({ detection_id: id });
  const [line] = describeWhy({ ...grounds, findings: [one] });
  expect(line).toContain(`Because on ${one.hostname}`);
  expect(line).toContain(description);
  expect(line).toContain("Evidence: ");
});

test("the reason of rows is what was run and where", () => {
  expect(describeWhy({ ...grounds, sql: ["SELECT 1"] })).toEqual([
    "The answer has the rows that 1 host asked now and 1 snapshot gave for: Accounts, on all hosts.",
    "Each host ran: SELECT 1",
  ]);
});

test("a pass is explained by the check that found no row, and what could not be checked", () => {
  const check = {
    detection_id: detectionDefinition().id,
    ...{ fail: 0, pass: 2, unknown: 1, not_applicable: 0, unknown_reasons: [] },
  };
  expect(describeWhy({ ...grounds, checks: [check] })).toEqual([
    `${detectionDefinition().title}: the check found no row on 2 hosts, and 1 host could not be checked.`,
  ]);
});

test("the rest is numbered, and rows that no agent sent are mentioned", () => {
  const answer = { columns: ["a"], rows: [["x"], ["y"]], row_count: 2, truncated: false };
  const whole = { skip: 0, isTruncated: false };
  expect(describeRest(answer, { skip: 500, isTruncated: false })).toEqual([
    "Rows 501 to 502 of 502, as the hosts report them now.",
  ]);
  expect(describeRest(answer, whole)).toEqual(["These are all 2 rows."]);
  expect(describeRest(null, whole)).toEqual(["There are no more rows."]);
  expect(describeRest(answer, { skip: 9, isTruncated: true })[1]).toContain(
    "more rows than an agent",
  );
});

test("other paths are those of a greater depth, if the number was limited", () => {
  expect(describeOtherPaths(5, "standard")).toEqual([
    "At depth standard the 5 cheapest paths are reported. Ask with depth deep for up to 10.",
  ]);
  expect(describeOtherPaths(2, "deep")).toEqual(["There are no other paths: 2 paths in all."]);
});
