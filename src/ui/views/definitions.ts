import { escapeControl } from "../../core/escape-control.ts";
import { count } from "../text/section.ts";
import { paint } from "../text/style.ts";
import type { View } from "./view.ts";

/** Problems of an operator's files. */
export interface LintReport {
  files: {
    file: string;
    kind: "detection" | "edge" | "cases";
    problems: { line: number; column: number; message: string }[];
  }[];
  /** In all files. */
  problems: number;
}

/** Outcomes of the test cases of an operator's files. */
export interface TestReport {
  files: {
    file: string;
    cases: { name: string; passed: boolean; reason: string | null }[];
  }[];
  passed: number;
  failed: number;
}

/** One line for each problem, as compilers print them, so that editors find the place. */
export const lintReportView: View<LintReport> = {
  plain: ({ files, problems }, style) => [
    ...files.flatMap(({ file, problems: own }) =>
      own.map(({ line, column, message }) =>
        escapeControl(`${file}:${line}:${column}: ${message}`),
      ),
    ),
    paint(
      style,
      problems === 0 ? "green" : "red",
      `${count(files.length, "file")}, ${problems === 0 ? "no problems" : count(problems, "problem")}.`,
    ),
  ],
};

/** The cases that failed, and how many passed. */
export const testReportView: View<TestReport> = {
  plain: ({ files, passed, failed }, style) => [
    ...files.flatMap(({ file, cases }) =>
      cases.flatMap(({ name, reason }) =>
        reason === null ? [] : [escapeControl(`${file}: ${name}: ${reason}.`)],
      ),
    ),
    paint(style, failed === 0 ? "green" : "red", `${passed} passed, ${failed} failed.`),
  ],
};
