import { expect, test } from "vitest";
import { compareAnswers } from "../../../../src/brain/follow-up/compare-answers.ts";
import type { Answer } from "../../../../src/contract/summary.ts";

const answer = (rows: Answer["rows"], over: Partial<Answer> = {}): Answer => ({
  columns: ["host", "name", "size"],
  rows,
  row_count: rows.length,
  truncated: false,
  ...over,
});
const terms = { volatile: new Set(["size"]), unasked: new Set<string>() };

test("rows that only one of two answers has are new or gone; sizes are not compared", () => {
  const before = answer([
    ["web-1", "a", 1],
    ["web-1", "b", 1],
  ]);
  const now = answer([
    ["web-1", "b", 2],
    ["web-1", "c", 1],
  ]);
  expect(compareAnswers(before, now, terms)).toEqual({
    comparable: true,
    columns: ["host", "name", "size"],
    added: [["web-1", "c", 1]],
    removed: [["web-1", "a", 1]],
    left: ["size"],
  });
});

test("rows of a host that one of the runs could not ask are neither new nor gone", () => {
  const before = answer([["db-1", "a", 1]]);
  const unasked = new Set(["db-1"]);
  expect(compareAnswers(before, answer([]), { ...terms, unasked })).toMatchObject({ removed: [] });
});

test("an answer without rows is compared with one that had some", () => {
  const before = answer([["web-1", "a", 1]]);
  expect(compareAnswers(before, null, terms)).toMatchObject({ removed: [["web-1", "a", 1]] });
});

test.each([
  ["cut", answer([["web-1", "a", 1]], { row_count: 600, truncated: true })],
  ["of other columns", answer([["web-1", "a", 1]], { columns: ["host", "name", "port"] })],
])("an answer that is %s is not compared", (_, now) => {
  expect(compareAnswers(answer([]), now, terms)).toMatchObject({ comparable: false });
});
