import { createInterface } from "node:readline";
import { interrupted } from "../errors/interrupt.ts";
import type { AskOptions } from "./prompt.ts";
import type { Terminal } from "./terminal.ts";

/** The prompts of a terminal whose cursor must not be moved: a line of text, answered by a line. */

export async function askForLine(
  message: string,
  terminal: Terminal,
  { preset, validate }: AskOptions,
): Promise<string> {
  const shown = preset ? `${message} (${preset})` : message;
  return untilValid(terminal, validate, async () => (await readLine(shown, terminal)) || preset);
}

export async function askForHiddenLine(
  message: string,
  terminal: Terminal,
  { validate }: AskOptions,
): Promise<string> {
  return untilValid(terminal, validate, () => readHidden(message, terminal));
}

export async function askLineYesNo(
  message: string,
  preset: boolean,
  terminal: Terminal,
): Promise<boolean> {
  const answer = await readLine(`${message} (${preset ? "Y/n" : "y/N"})`, terminal);
  return answer === "" ? preset : /^y/i.test(answer);
}

export async function askLineChoice<T>(
  message: string,
  choices: { name: string; value: T }[],
  terminal: Terminal,
): Promise<T> {
  const numbered = choices.map(({ name }, at) => `  ${at + 1}. ${name}\n`).join("");
  terminal.stderr.write(`${message}\n${numbered}`);
  const validate = (typed: string) =>
    choices[Number(typed) - 1] !== undefined || `Type 1 to ${choices.length}.`;
  const number = await askForLine("Number:", terminal, { validate });
  return choices[Number(number) - 1]!.value;
}

async function untilValid(
  { stderr }: Terminal,
  validate: AskOptions["validate"],
  read: () => Promise<string | undefined>,
): Promise<string> {
  for (;;) {
    const answer = (await read()) ?? "";
    const problem = validate?.(answer) ?? true;
    if (problem === true) return answer;
    stderr.write(`${problem}\n`);
  }
}

/** The terminal echoes and edits the line itself. */
function readLine(message: string, { stdin, stderr }: Terminal): Promise<string> {
  stderr.write(`${message} `);
  const lines = createInterface({ input: stdin, terminal: false });
  return new Promise<string>((resolve, reject) => {
    const stop = () => reject(interrupted());
    process.once("SIGINT", stop);
    lines.once("line", (line) => resolve(line.trim()));
    lines.once("close", () => {
      process.off("SIGINT", stop);
      stop();
    });
  }).finally(() => lines.close());
}

const keys = { interrupt: "\u0003", endOfInput: "\u0004", erase: ["\u007f", "\b"] };

/** In raw mode, since only that turns the terminal's echo off. */
async function readHidden(message: string, { stdin, stderr }: Terminal): Promise<string> {
  stdin.setRawMode(true);
  stderr.write(`${message} `);
  let typed = "";
  let onData: (chunk: Buffer) => void = () => {};
  try {
    return await new Promise<string>((resolve, reject) => {
      onData = (chunk) => {
        for (const key of chunk.toString()) {
          if (key === keys.interrupt || key === keys.endOfInput) reject(interrupted());
          else if (key === "\r" || key === "\n") resolve(typed);
          else typed = keys.erase.includes(key) ? typed.slice(0, -1) : typed + key;
        }
      };
      stdin.on("data", onData).once("end", () => reject(interrupted()));
      // A prompt before this one has paused it.
      stdin.resume();
    });
  } finally {
    stdin.off("data", onData).pause();
    stdin.setRawMode(false);
    stderr.write("\n");
  }
}
