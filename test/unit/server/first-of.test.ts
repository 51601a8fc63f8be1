import fc from "fast-check";
import { expect, test } from "vitest";
import { firstOf } from "../../../src/server/first-of.ts";

test("the first few are those that sorting would put first", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (items, count) => {
      const first = firstOf<number>(count, (a, b) => a - b);
      for (const item of items) first.add(item);
      expect(first.kept).toEqual(items.toSorted((a, b) => a - b).slice(0, count));
    }),
  );
});
