import type { Reading } from "../../../contract/reading.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { readingFacts } from "../../plain/reading-facts.ts";
import { blocks, indent, paragraphs } from "../../text/section.ts";
import { paint } from "../../text/style.ts";
import { padText } from "../../text/text-width.ts";
import type { Style, View } from "../view.ts";

/** How a question is understood, and the SQL that would be run. */
export const readingView: View<Reading> = {
  plain: (reading, style) =>
    blocks(
      paragraphs(reading.text, style),
      renderFields(reading, style),
      ...(reading.parts ?? []).map((part) => indent(readingView.plain(part, style))),
      renderSql("On each host", reading.sql, style),
      renderSql("Over their rows", reading.merge_sql ? [reading.merge_sql] : [], style),
      renderSuggestions(reading, style),
    ),
};

function renderFields(reading: Reading, style: Style): string[] {
  return readingFacts(reading).map(
    ([name, value]) => `${paint(style, "dim", padText(name, 10))}  ${escapeControl(value)}`,
  );
}

function renderSql(title: string, statements: string[], style: Style): string[] {
  if (statements.length === 0) return [];
  const lines = statements.flatMap((sql) => sql.split("\n").map(escapeControl));
  return [paint(style, "dim", `${title}:`), ...indent(lines)];
}

function renderSuggestions({ suggestions }: Reading, style: Style): string[] {
  if (suggestions.length === 0) return [];
  return [paint(style, "dim", "Try:"), ...indent(suggestions.map(escapeControl))];
}
