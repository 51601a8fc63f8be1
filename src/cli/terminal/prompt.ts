import { interrupted } from "../errors/interrupt.ts";
import { askForHiddenLine, askForLine, askLineChoice, askLineYesNo } from "./plain-prompt.ts";
import { isPlain, type Terminal } from "./terminal.ts";

export interface AskOptions {
  /** The answer for Enter alone. */
  preset?: string | undefined;
  /** Returns what is wrong with an answer, or true. */
  validate?: ((answer: string) => string | true) | undefined;
}

/** Asks a person for a line of text. */
export async function askFor(
  message: string,
  terminal: Terminal,
  { preset, validate }: AskOptions = {},
): Promise<string> {
  if (isPlain(terminal)) return askForLine(message, terminal, { preset, validate });
  const { input } = await import("@inquirer/prompts");
  const options = { message, ...(preset && { default: preset }), ...(validate && { validate }) };
  return orInterrupted(input(options, { output: terminal.stderr }));
}

/** Like `askFor`, without showing the input. */
export async function askSecret(
  message: string,
  terminal: Terminal,
  { validate }: AskOptions = {},
): Promise<string> {
  if (isPlain(terminal)) return askForHiddenLine(message, terminal, { validate });
  const { password } = await import("@inquirer/prompts");
  const options = { message, mask: true, ...(validate && { validate }) };
  return orInterrupted(password(options, { output: terminal.stderr }));
}

/** Asks a person yes or no; `preset` is the answer for Enter alone. */
export async function askYesNo(
  message: string,
  preset: boolean,
  terminal: Terminal,
): Promise<boolean> {
  if (isPlain(terminal)) return askLineYesNo(message, preset, terminal);
  const { confirm } = await import("@inquirer/prompts");
  return orInterrupted(confirm({ message, default: preset }, { output: terminal.stderr }));
}

/** Lets a person choose one of several answers by its number or the arrow keys; null for none of them. */
export async function askChoice(
  message: string,
  answers: string[],
  terminal: Terminal,
): Promise<string | null> {
  const choices = [
    ...answers.map((answer) => ({ name: answer, value: answer as string | null })),
    { name: "None of these", value: null },
  ];
  return pickOne(message, choices, terminal);
}

/** Lets a person choose one of several values by its number or the arrow keys. */
export async function pickOne<T>(
  message: string,
  choices: { name: string; value: T }[],
  terminal: Terminal,
): Promise<T> {
  if (isPlain(terminal)) return askLineChoice(message, choices, terminal);
  const { select } = await import("@inquirer/prompts");
  return orInterrupted(select({ message, choices, pageSize: 10 }, { output: terminal.stderr }));
}

/** Ctrl-C at a prompt is an interruption like any other. */
async function orInterrupted<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") throw interrupted();
    throw error;
  }
}
