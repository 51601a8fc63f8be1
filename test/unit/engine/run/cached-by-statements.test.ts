import { expect, test } from "vitest";
import { cachedByStatements } from "../../../../src/engine/run/cached-by-statements.ts";

const plan = (...sql: string[]) => sql.map((one) => ({ sql: one }));

test("results of the last few plans are remembered, by their SQL and its order", () => {
  const made: string[] = [];
  const joined = cachedByStatements((statements) => {
    const text = statements.map(({ sql }) => sql).join(";");
    made.push(text);
    return text;
  });
  const asked = [plan("a", "b"), plan("a", "b"), plan("b", "a"), plan("a"), plan("a", "b"), plan()];
  expect(asked.map(joined)).toEqual(["a;b", "a;b", "b;a", "a", "a;b", ""]);
  expect(made).toEqual(["a;b", "b;a", "a", ""]);

  joined(plan("c"));
  joined(plan("a", "b"));
  expect(made.slice(4), "the oldest of five is forgotten").toEqual(["c", "a;b"]);
});
