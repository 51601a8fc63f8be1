import { expect, test } from "vitest";
import { exceededLimits } from "../../../../src/server/limits/size-limits.ts";

const short = { maxLength: 2 };
const schema = {
  additionalProperties: false,
  properties: {
    text: short,
    list: { maxItems: 2, items: { maxItems: 1, items: short } },
    map: { maxProperties: 1, patternProperties: { "^.*$": short }, additionalProperties: false },
  },
};
const found = (value: unknown) =>
  exceededLimits(schema, value).map(({ keyword, instancePath }) => [keyword, instancePath]);

test("a value within its limits exceeds none", () => {
  expect(found({ text: "ab", list: [["a"], []], map: { other: "ab" } })).toEqual([]);
  expect(found("text")).toEqual([]);
  expect(found(null)).toEqual([]);
});

test("each limit that is exceeded is reported, and nothing inside of what exceeds it", () => {
  expect(found({ text: "abcde", list: [["a", "b"], ["abcde"]], map: { a: 1, b: 2 } })).toEqual([
    ["maxLength", "/text"],
    ["maxItems", "/list/0"],
    ["maxLength", "/list/1/0"],
    ["maxProperties", "/map"],
  ]);
  expect(found({ list: [["a", "b"], [], []] })).toEqual([["maxItems", "/list"]]);
});

test("a text is left to the validator while its characters may fit", () => {
  expect(found({ text: "🦊🦊" })).toEqual([]);
  expect(found({ text: "🦊🦊🦊" })).toEqual([["maxLength", "/text"]]);
});

test("the first hundred of many unknown fields are reported", () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, 1]));
  expect(found({ ...many, text: "abcde" })).toHaveLength(100);
  expect(exceededLimits(schema, many)[0]?.params).toEqual({ additionalProperty: "field0" });
  expect(found({ other: 1, text: "ab" })).toEqual([]);
});
