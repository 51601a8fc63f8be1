import { interrupted } from "../errors/interrupt.ts";
import type { Terminal } from "./terminal.ts";

export interface AskOptions {
  /** The answer for Enter alone. */
  preset?: string;
  /** Returns what is wrong with an answer, or true. */
  validate?: (answer: string) => string | true;
}

/** Asks a person for a line of text. */
export async function askFor(
  message: string,
  { stderr }: Terminal,
  { preset, validate }: AskOptions = {},
): Promise<string> {
  const { input } = await import("@inquirer/prompts");
  const options = { message, ...(preset && { default: preset }), ...(validate && { validate }) };
  return orInterrupted(input(options, { output: stderr }));
}

/** Like `askFor`, without showing the input. */
export async function askSecret(
  message: string,
  { stderr }: Terminal,
  { validate }: AskOptions = {},
): Promise<string> {
  const { password } = await import("@inquirer/prompts");
  const options = { message, mask: true, ...(validate && { validate }) };
  return orInterrupted(password(options, { output: stderr }));
}

/** Asks a person yes or no; `preset` is the answer for Enter alone. */
export async function askYesNo(
  message: string,
  preset: boolean,
  { stderr }: Terminal,
): Promise<boolean> {
  const { confirm } = await import("@inquirer/prompts");
  return orInterrupted(confirm({ message, default: preset }, { output: stderr }));
}

/** Lets a person choose one of several answers by its number or the arrow keys; null for none of them. */
export async function askChoice(
  message: string,
  answers: string[],
  { stderr }: Terminal,
): Promise<string | null> {
  const choices = [
    ...answers.map((answer) => ({ name: answer, value: answer as string | null })),
    { name: "None of these", value: null },
  ];
  return pickOne(message, choices, { stderr });
}

/** Lets a person choose one of several values by its number or the arrow keys. */
export async function pickOne<T>(
  message: string,
  choices: { name: string; value: T }[],
  { stderr }: Pick<Terminal, "stderr">,
): Promise<T> {
  const { select } = await import("@inquirer/prompts");
  return orInterrupted(select({ message, choices, pageSize: 10 }, { output: stderr }));
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
