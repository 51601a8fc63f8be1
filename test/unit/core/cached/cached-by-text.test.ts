import { expect, test } from "vitest";
import { cachedByText } from "../../../../src/core/cached/cached-by-text.ts";

test("a text is worked on once, until too many others came; a long one each time", () => {
  const made: number[] = [];
  const lengthOf = cachedByText((text) => {
    made.push(text.length);
    return text.length;
  });
  expect([lengthOf("ab"), lengthOf("ab"), lengthOf("")]).toEqual([2, 2, 0]);
  expect(made).toEqual([2, 0]);
  for (let at = 0; at < 1_000; at++) lengthOf(`other ${at}`);
  const long = "x".repeat(1 << 17);
  made.length = 0;
  expect([lengthOf("ab"), lengthOf(long), lengthOf(long)]).toEqual([2, 1 << 17, 1 << 17]);
  expect(made).toEqual([2, 1 << 17, 1 << 17]);
});
