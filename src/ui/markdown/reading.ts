import type { Reading } from "../../contract/reading.ts";
import { readingFacts, sureness } from "../plain/reading-facts.ts";
import { bullets, sqlDetails } from "./blocks.ts";
import { escapeLine, escapeMarkdown } from "./escape.ts";

/** How the question was understood, and the SQL that was run for it. */
export function readingBlocks(reading: Reading | null): string[] {
  if (!reading) return [];
  const { parts, suggestions } = reading;
  return [
    "## How the question was read",
    ...bodyBlocks(reading),
    ...(parts ?? []).flatMap((part, at) => [`### Part ${at + 1}`, ...bodyBlocks(part)]),
    ...(suggestions.length > 0
      ? ["### Questions that are understood", bullets(suggestions.map(escapeLine))]
      : []),
  ];
}

function bodyBlocks(reading: Reading): string[] {
  const facts = readingFacts(reading).filter(([name]) => name !== "confidence");
  return [
    `${escapeLine(reading.text)} (${escapeLine(sureness(reading))})`,
    bullets(facts.map(([name, value]) => `**${name}:** ${escapeMarkdown(value)}`)),
    ...sqlDetails("SQL on each host", reading.sql),
    ...sqlDetails("SQL over their rows", reading.merge_sql ? [reading.merge_sql] : []),
  ];
}
