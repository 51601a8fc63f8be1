import { expect, test } from "vitest";
import { readQuery } from "../../../../src/server/http/query-string.ts";

const schema = {
  properties: { limit: { type: "integer" }, tag: { type: "array" }, name: { type: "string" } },
};

test.each([
  [{ limit: "12" }, { limit: 12 }],
  [{ limit: "-1" }, { limit: -1 }],
  [{ limit: "--1" }, { limit: "--1" }],
  [{ limit: "1e3" }, { limit: "1e3" }],
  [{ limit: "" }, { limit: "" }],
  [{ limit: ["1", "2"] }, { limit: ["1", "2"] }],
  [{ tag: "a" }, { tag: ["a"] }],
  [{ tag: ["a", "b"] }, { tag: ["a", "b"] }],
  [{ name: "12" }, { name: "12" }],
  [{ toString: "12" }, { toString: "12" }],
])("%j reads as %j", (query, expected) => {
  expect(readQuery(schema, query)).toEqual(expected);
});
