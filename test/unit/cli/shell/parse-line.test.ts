import fc from "fast-check";
import { expect, test } from "vitest";
import { parseLine } from "../../../../src/cli/shell/parse-line.ts";
import { AppError } from "../../../../src/core/errors.ts";

test.each([
  ["", { type: "nothing" }],
  ["   ", { type: "nothing" }],
  ["who can log in?", { type: "question", query: "who can log in?" }],
  ["  SELECT 1 ", { type: "question", query: "SELECT 1" }],
  ["exit", { type: "quit" }],
  ["help", { type: "help" }],
  ["help me find root logins", { type: "question", query: "help me find root logins" }],
  ["\\q", { type: "quit" }],
  ["\\?", { type: "help" }],
  ["\\last", { type: "last" }],
  ["\\sql", { type: "last_sql" }],
  ["\\sql SELECT 1;", { type: "sql", query: "SELECT 1;" }],
  ["\\scope", { type: "scope", words: [] }],
  ["\\scope  env=prod   web-1", { type: "scope", words: ["env=prod", "web-1"] }],
])("%j is read as %j", (text, expected) => {
  expect(parseLine(text)).toEqual(expected);
});

test.each([
  ["\\lst", "There is no command \\lst.", "Did you mean \\last?"],
  ["\\frobnicate", "There is no command \\frobnicate.", "List the commands with \\?"],
  ["\\", "There is no command \\.", "List the commands with \\?"],
  ["\\last 3", "\\last takes no arguments.", "List the commands with \\?"],
  [
    "\\sql DELETE FROM users",
    "This SQL can't be run: only SELECT and WITH … SELECT are allowed.",
    "Example: \\sql SELECT * FROM users",
  ],
])("%j is an error with the next step", (text, message, hint) => {
  expect(() => parseLine(text)).toThrow(expect.objectContaining({ message, hint, kind: "usage" }));
});

test("any text is a line or a usage error", () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, isCommand) => {
      try {
        expect(parseLine(isCommand ? `\\${text}` : text).type).toMatch(/^\w+$/);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
