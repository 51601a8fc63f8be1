import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonWithin } from "../../../src/plan/json-size.ts";

const isWithin = (text: string, values: number, objects = values) =>
  isJsonWithin(Buffer.from(text), { values, objects });

test("brackets and commas in texts are no values", () => {
  expect(isWithin('["[,{\\",,", "\\\\"]', 3)).toBe(true);
  expect(isWithin('["[,{\\",,", "\\\\"]', 2)).toBe(false);
});

test("objects have a limit of their own", () => {
  expect(isWithin("[{},{},{}]", 100, 3)).toBe(true);
  expect(isWithin("[{},{},{}]", 100, 2)).toBe(false);
});

test("a text that passes has at most as many values as the limit", () => {
  const countOf = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum: number, item) => sum + countOf(item), 1)
      : 1;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const values = countOf(value);
      expect(isWithin(JSON.stringify(value), values - 1)).toBe(false);
      expect(isWithin(JSON.stringify(value), 2 * values + 1)).toBe(true);
    }),
  );
});

test("a text that is not JSON is measured without an error", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(typeof isJsonWithin(bytes, { values: 10, objects: 10 })).toBe("boolean");
    }),
  );
});
