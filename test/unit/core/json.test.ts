import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/core/json.ts";

test("keys are sorted at every depth, and undefined values are left out", () => {
  const value = { b: [{ d: 1, c: undefined, a: [] }], a: null };
  expect(canonicalJson(value)).toBe('{"a":null,"b":[{"a":[],"d":1}]}');
});

test("it is JSON of the same value, for any value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("the order in which keys were set does not matter", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
    }),
  );
});
