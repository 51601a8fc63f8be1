import { expect, test } from "vitest";
import { exitCodeOf } from "../../../../src/cli/agents/check-agent.ts";

test("a failed check is exit code 1; warnings and what was skipped are not", () => {
  expect(exitCodeOf([{ status: "ok" }, { status: "warning" }, { status: "skipped" }])).toBe(0);
  expect(exitCodeOf([{ status: "ok" }, { status: "failed" }])).toBe(1);
});
