import { expect, test } from "vitest";
import { cachedByItems } from "../../../../src/core/cached/cached-by-items.ts";

const plan = (...sql: string[]) =>
  sql.map((one) => ({ id: "a", sql: one, max_rows: 1, timeout_ms: 1 }));

test("results of the last few plans are remembered, by their statements and the order", () => {
  const made: string[] = [];
  const joined = cachedByItems((statements: readonly ReturnType<typeof plan>[number][]) => {
    const text = statements.map(({ sql }) => sql).join(";");
    made.push(text);
    return text;
  });
  const asked = [plan("a", "b"), plan("a", "b"), plan("b", "a"), plan("a"), plan("a", "b"), plan()];
  expect(asked.map(joined)).toEqual(["a;b", "a;b", "b;a", "a", "a;b", ""]);
  expect(made).toEqual(["a;b", "b;a", "a", ""]);
  joined([{ ...plan("a")[0]!, max_rows: 2 }]);
  expect(made.pop(), "the same SQL with another limit").toBe("a");

  joined(plan("c"));
  joined(plan("a", "b"));
  expect(made.slice(4), "the oldest of five is forgotten").toEqual(["c", "a;b"]);
});
