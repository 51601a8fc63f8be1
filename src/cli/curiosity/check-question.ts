import type { Reading } from "../../contract/reading.ts";
import { isAnswered, isRunnable } from "../../contract/reading-checks.ts";
import type { AppError } from "../../core/errors.ts";
import { indent, narrower, paragraphs } from "../../ui/text/section.ts";
import type { Style } from "../../ui/text/style.ts";
import { usageError } from "../errors/usage-error.ts";

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
