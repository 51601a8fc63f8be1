import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { showOpeningLine } from "../../../../src/cli/terminal/opening-line.ts";
import type { Terminal } from "../../../../src/cli/terminal/terminal.ts";

/** A terminal whose outputs are one screen, as a person sees them. */
function screen(over: Record<string, string> = {}) {
  const written: string[] = [];
  const output = () => {
    const stream = new PassThrough();
    stream.on("data", (chunk) => written.push(String(chunk)));
    return Object.assign(stream, { isTTY: true, columns: 40, rows: 24 });
  };
  const [stdin, stdout, stderr] = [output(), output(), output()];
  const terminal = { stdin, stdout, stderr, env: { NO_COLOR: "", ...over } } as unknown as Terminal;
  return { terminal, written };
}

test("a question is shown at once, and what comes next takes its place", () => {
  const { terminal, written } = screen();
  showOpeningLine("who is\nroot \u001b[2J?", terminal);
  expect(written.join("")).toContain("who is root");
  expect(written.join("")).not.toContain("\u001b[2J");
  terminal.stdout.write("alice\n");
  terminal.stderr.write("done\n");
  expect(written.slice(1)).toEqual(["\r\u001b[2K", "alice\n", "done\n"]);
});

test("it is one line, whatever the length", () => {
  const { terminal, written } = screen();
  showOpeningLine("a".repeat(100), terminal);
  expect(written.join("")).toContain(`${"a".repeat(38)}…`);
});

test("a plain terminal shows none", () => {
  const { terminal, written } = screen({ NO_COLOR: "1" });
  showOpeningLine("who is root?", terminal);
  terminal.stdout.write("alice\n");
  expect(written).toEqual(["alice\n"]);
});
