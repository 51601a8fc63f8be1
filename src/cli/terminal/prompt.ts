import { interrupted } from "../errors/interrupt.ts";
import type { Terminal } from "./terminal.ts";

export interface AskOptions {
  /** What Enter alone means. */
  preset?: string;
  /** What is wrong with an answer, or true; the question stays until nothing is. */
  validate?: (answer: string) => string | true;
}

/** What a person types in answer to `message`. */
export async function askFor(
  message: string,
  { stderr }: Terminal,
  { preset, validate }: AskOptions = {},
): Promise<string> {
  const { input } = await import("@inquirer/prompts");
  const options = { message, ...(preset && { default: preset }), ...(validate && { validate }) };
  return orInterrupted(input(options, { output: stderr }));
}

/** As `askFor`; what is typed isn't shown. */
export async function askSecret(
  message: string,
  { stderr }: Terminal,
  { validate }: AskOptions = {},
): Promise<string> {
  const { password } = await import("@inquirer/prompts");
  const options = { message, mask: true, ...(validate && { validate }) };
  return orInterrupted(password(options, { output: stderr }));
}

/** Whether a person says yes; `preset` is what Enter alone means. */
export async function askYesNo(
  message: string,
  preset: boolean,
  { stderr }: Terminal,
): Promise<boolean> {
  const { confirm } = await import("@inquirer/prompts");
  return orInterrupted(confirm({ message, default: preset }, { output: stderr }));
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
