import { createInterface } from "node:readline";
import { escapeControl } from "../../core/escape-control.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type History, mostLines } from "./history.ts";

/** Reads what a person or a script types, line by line. */
export interface LineReader {
  /** The next line; null at the end of the input. */
  next(prompt: string): Promise<string | null>;
  close(): void;
}

/** Lines of a pipe or a file. */
export function pipedLines({ stdin }: Pick<Terminal, "stdin">, signal: AbortSignal): LineReader {
  const reader = createInterface({ input: stdin, terminal: false, signal });
  const lines = reader[Symbol.asyncIterator]();
  return {
    next: async () => (await lines.next()).value ?? null,
    close: () => reader.close(),
  };
}

export interface EditingOptions {
  history: History;
  complete: (line: string) => Promise<[hits: string[], typed: string]>;
}

/**
 * Lines edited on a terminal. The editor exists only while a line is typed: between two lines the
 * terminal belongs to the answer, its prompts and Ctrl-C.
 */
export function editedLines(
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  options: EditingOptions,
): LineReader {
  const pasted: string[] = [];
  let begun = "";
  return {
    async next(prompt) {
      let line = pasted.shift();
      if (line === undefined) {
        const typed = await edit({ stdin, stderr }, { ...options, prompt, begun });
        if (typed === null) return null;
        begun = typed.rest;
        line = typed.lines.shift() ?? "";
        pasted.push(...typed.lines);
      } else stderr.write(`${prompt}${escapeControl(line)}\n`);
      if (line.trim() !== "") options.history.add(line);
      return line;
    },
    close() {},
  };
}

interface Typed {
  /** More than one if they were pasted; none after Ctrl-C. */
  lines: string[];
  /** What follows the last of them. */
  rest: string;
}

/** Lets a person edit one line; null after Ctrl-D. */
function edit(
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  { history, complete, prompt, begun }: EditingOptions & { prompt: string; begun: string },
): Promise<Typed | null> {
  const editor = createInterface({
    input: stdin,
    output: stderr,
    prompt,
    history: [...history.lines],
    historySize: mostLines,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, found: [string[], string]) => void) =>
      void complete(line).then((found) => done(null, found)),
  });
  return new Promise((resolve) => {
    const lines: string[] = [];
    let over = false;
    const finish = (typed: Typed | null) => {
      over = true;
      editor.close();
      resolve(typed);
    };
    editor.on("line", (line) => {
      lines.push(line);
      // The lines of one paste arrive together, and closing the editor would lose the others.
      if (lines.length === 1) setImmediate(() => finish({ lines, rest: editor.line }));
    });
    editor.on("SIGINT", () => {
      stderr.write("^C\n");
      finish({ lines: [], rest: "" });
    });
    editor.on("close", () => {
      if (over) return;
      stderr.write("\n");
      resolve(null);
    });
    editor.prompt();
    if (begun !== "") editor.write(begun);
  });
}
