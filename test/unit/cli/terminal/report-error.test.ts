import { expect, test } from "vitest";
import { reportError, toAppError } from "../../../../src/cli/terminal/report-error.ts";
import type { Terminal } from "../../../../src/cli/terminal/terminal.ts";
import { AppError } from "../../../../src/core/errors.ts";

function fakeTerminal(env: NodeJS.ProcessEnv = {}) {
  const written = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const terminal = { stdout: stream("stdout"), stderr: stream("stderr"), env };
  return { written, terminal: terminal as unknown as Terminal };
}

const error = new AppError("not_found", "There is no\u001b[2J such thing.", {
  hint: "Check the id.",
  kind: "not_found",
});

test("an error is one sentence and the next step, on stderr, with no stack", () => {
  const { written, terminal } = fakeTerminal();
  expect(reportError(error, terminal, false)).toBe(4);
  expect(written).toEqual({
    stdout: "",
    stderr: "There is no\\x1b[2J such thing.\nCheck the id.\n",
  });
});

test("with --json it is one document on stdout", () => {
  const { written, terminal } = fakeTerminal();
  reportError(error, terminal, true);
  expect(JSON.parse(written.stdout)).toMatchObject({ error: "not_found", hint: "Check the id." });
  expect(written.stderr).toBe("");
});

test("DEBUG=inquest adds the stack", () => {
  const { written, terminal } = fakeTerminal({ DEBUG: "inquest" });
  reportError(error, terminal, false);
  expect(written.stderr).toContain("report-error.test.ts");
});

test("a bug is told without its stack and exits with 1", () => {
  const { written, terminal } = fakeTerminal();
  expect(reportError(toAppError(new TypeError("x is not a function")), terminal, false)).toBe(1);
  expect(written.stderr).not.toMatch(/\n\s+at /);
  expect(written.stderr).toContain("DEBUG=inquest");
});

test("a reader that went away is no error", () => {
  const { written, terminal } = fakeTerminal();
  const closed = new AppError("output_closed", "The output was closed.", { kind: "done" });
  expect(reportError(closed, terminal, false)).toBe(0);
  expect(written.stderr).toBe("");
});

/** What oclif throws for a value that isn't one of a flag's. */
const refused = (message: string) =>
  toAppError(Object.assign(new Error(message), { oclif: { kind: "usage" } }));

test("a value that is nearly one of the few gets that one told", () => {
  const near = refused("Expected --depth=depp to be one of: quick, standard, deep\nSee more help");
  expect(near).toMatchObject({ kind: "usage", hint: "Did you mean deep?" });
  expect(refused("Expected tru to be one of: true, false").hint).toBe("Did you mean true?");
  expect(refused("Expected --depth=xyzzy to be one of: quick, deep").hint).toBe("See --help.");
});
