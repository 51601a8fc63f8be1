import { interrupted } from "./interrupt.ts";
import type { Terminal } from "./terminal.ts";

/** What a person types in answer to `message`. */
export async function askFor(message: string, { stderr }: Terminal): Promise<string> {
  const { input } = await import("@inquirer/prompts");
  return orInterrupted(input({ message }, { output: stderr }));
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
