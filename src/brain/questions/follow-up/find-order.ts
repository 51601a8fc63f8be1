import type { Aggregate } from "../../../contract/reading.ts";
import { fieldPlaces } from "../decisions/field-words.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind, Token, ValueType } from "../model/types.ts";
import { withoutOpeners } from "./complete-text.ts";
import { everyRow } from "./compose-facts.ts";

const measured: readonly ValueType[] = ["bytes", "percent", "number", "time", "days", "version"];

/** The field that "newest" or "biggest" is about. */
function fieldOf(kind: Kind, sort: string): string | null {
  if (sort === "time" || sort === "expiry") return kind.timeField;
  const taken = kind.takes[sort as ValueType];
  return taken ?? Object.keys(kind.fields).find((name) => kind.fields[name]?.type === sort) ?? null;
}

/** "newest first", "biggest at the top". */
function bySuperlative(vocabulary: Vocabulary, kind: Kind, tokens: Token[]) {
  const span = vocabulary.book("superlatives").at(tokens, 0);
  const rest = tokens.slice(span?.end ?? 0).map(({ lower }) => lower);
  if (!span || !/^(?:first|ones? first|at the top|on top)$/.test(rest.join(" "))) return null;
  const [order, sort = ""] = span.value.split(" ");
  const field = fieldOf(kind, sort);
  return field && { field, order: order === "asc" ? ("asc" as const) : ("desc" as const) };
}

/** "by cpu", "sorted by start time ascending". */
function byField(kind: Kind, tokens: Token[]) {
  const text = tokens.map(({ lower }) => lower).join(" ");
  const by =
    /^(?:(?:sort|sorted|order|ordered|rank|ranked)(?: (?:them|those|these|it))? )?by /.exec(text);
  if (!by) return null;
  const start = by[0].trim().split(" ").length;
  const order = /\b(?:asc|ascending|lowest first|smallest first|oldest first)$/.test(text)
    ? "asc"
    : "desc";
  const field = [...fieldPlaces(kind, tokens)].find(
    ([name, spans]) =>
      measured.includes(kind.fields[name]?.type ?? "text") &&
      spans.some((span) => span.start === start),
  )?.[0];
  return field === undefined ? null : ({ field, order } as const);
}

/** The order that a follow-up puts the rows in; null if it does not. */
export function findOrder(
  vocabulary: Vocabulary,
  kind: Kind,
  { tokens, before }: { tokens: Token[]; before: Aggregate },
): Aggregate | null {
  const words = withoutOpeners(tokens.filter(({ kind: sort }) => sort !== "punctuation"));
  const found = bySuperlative(vocabulary, kind, words) ?? byField(kind, words);
  if (!found) return null;
  const { field, order } = found;
  const n = before.type === "top_n" ? (before.n ?? everyRow) : everyRow;
  return { type: "top_n", fields: [field], n, order };
}
