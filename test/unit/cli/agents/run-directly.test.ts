import { expect, test } from "vitest";
import { plainFlags } from "../../../../src/cli/agents/run-directly.ts";

test.each([
  [[], {}],
  [["--config", "a.json"], { config: "a.json" }],
  [["--config=a.json", "--tags=a=b,c"], { config: "a.json", tags: "a=b,c" }],
])("%j is plain", (args, flags) => {
  expect(plainFlags(args)).toEqual(flags);
});

test.each([
  [["--help"]],
  [["--json", "--config", "a.json"]],
  [["--config"]],
  [["--config", "a", "--config", "b"]],
  [["--confg", "a"]],
  [["extra"]],
])("%j goes the way of all commands", (args) => {
  expect(plainFlags(args)).toBeNull();
});
