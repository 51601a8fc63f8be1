import type { Client } from "../../client/types.ts";
import type { Reading } from "../../contract/reading.ts";
import { isAnswered, isRunnable } from "../../contract/reading-checks.ts";
import { AppError } from "../../core/errors.ts";
import { indent, narrower, paragraphs } from "../../ui/text/section.ts";
import type { Style } from "../../ui/text/style.ts";
import { usageError } from "../errors/usage-error.ts";

/** Responses of a server without interpretations, or to a key without access to them. */
const unavailableStatuses = new Set([403, 404, 405, 501]);

/** How the server reads a question; null if it doesn't support that. */
export async function readingOf(
  client: Pick<Client, "interpret">,
  query: string,
): Promise<Reading | null> {
  try {
    return await client.interpret(query);
  } catch (error) {
    if (error instanceof AppError && unavailableStatuses.has(error.status)) return null;
    throw error;
  }
}

/** Why every run of a question would fail; null if it can be answered. */
export function whyUnanswerable(reading: Reading | null): string | null {
  if (!reading || (isAnswered(reading) && isRunnable(reading))) return null;
  if (!isAnswered(reading)) return reading.text;
  return `No table answers this yet. Read as: ${reading.text}`;
}

/** The error for a question whose every run would fail. */
export function unanswerableQuestion(why: string, suggestions: string[]): AppError {
  const next = suggestions.map((one) => `"${one}"`).join(" or ");
  const hint = next ? `Rephrase it, for example ${next}.` : "Rephrase it.";
  return usageError(`Every run of this question would fail. ${why}`, hint);
}

/** The same as text, for a person who is prompted again. */
export function unanswerableLines(why: string, suggestions: string[], style: Style): string[] {
  const tries = suggestions.flatMap((one) => paragraphs(one, narrower(style, 2)));
  return [...paragraphs(why, style), ...(tries.length > 0 ? ["Try:", ...indent(tries)] : [])];
}
