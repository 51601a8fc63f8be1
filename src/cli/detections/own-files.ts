import type { LintReport, TestReport } from "../../ui/views/definitions.ts";

/** Checks files of an operator in this process, without a server. */
export async function lintFiles(paths: string[]): Promise<LintReport> {
  const { lintDefinitions } = await import("../../compose/own/lint-definitions.ts");
  return lintDefinitions(paths);
}

/** Runs the test cases of files of an operator in this process, without a server. */
export async function testFiles(paths: string[]): Promise<TestReport> {
  const { testDefinitions } = await import("../../compose/own/test-definitions.ts");
  return testDefinitions(paths);
}
