import { expect, test } from "vitest";
import { jsonText } from "../../../src/core/json-text.ts";

test("terminal control characters are escaped, and the JSON parses to the same value", () => {
  const value = { text: "é\u009b31m\u001b[2J\u202e\u007f\u2028👩‍💻" };
  const text = jsonText(value, 2);
  expect(text).toBe('{\n  "text": "é\\u009b31m\\u001b[2J\\u202e\\u007f\\u2028👩\\u200d💻"\n}');
  expect(JSON.parse(text)).toEqual(value);
});

test("a character beyond U+FFFF is escaped as its two code units", () => {
  expect(jsonText({ tag: "\u{e0041}" })).toBe('{"tag":"\\udb40\\udc41"}');
});
