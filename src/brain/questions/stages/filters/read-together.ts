import type { Vocabulary } from "../../model/reader.ts";
import type { Draft, Filter, Kind, Span } from "../../model/types.ts";
import { claim, isFree } from "../values/claims.ts";
import { fieldsOf, predicatesOf } from "../values/field-book.ts";
import { fits, listAt, type Value } from "../values/read-values.ts";
import { buildFilter } from "./build-filter.ts";

/** What stands at a place after "both": a value of its own, or a word that is one for the kind. */
function memberAt(
  vocabulary: Vocabulary,
  draft: Draft,
  { start, kind }: { start: number; kind: Kind },
): Span<Value> | null {
  const { filter } = predicatesOf(kind).at(draft.tokens, start)?.value ?? {};
  if (filter?.op === "eq" && typeof filter.value === "string") {
    return { start, end: start + 1, value: { type: "name", value: filter.value } };
  }
  const list = listAt(vocabulary, draft, { start, kind });
  return list?.value[0] ? { start, end: start + 1, value: list.value[0] } : null;
}

/** The field both are values of: one named right after them, else the kind's own for such values. */
function fieldFor(draft: Draft, kind: Kind, { end, value }: Span<Value>): string | null {
  const suits = (name: string) => fits(kind.fields[name]?.type ?? "text", value);
  const named = fieldsOf(kind).at(draft.tokens, end)?.value.find(suits);
  const taker = kind.takes.name ?? kind.takes[value.type];
  return named ?? (taker && suits(taker) ? taker : null);
}

/** "in both docker and sudo": two conditions on one field, which two rows meet together. */
export function readTogether(vocabulary: Vocabulary, draft: Draft, kind: Kind): Filter[] {
  const { tokens } = draft;
  const [both] = vocabulary.book("together").all(tokens);
  if (!both) return [];
  const skip = (at: number) => (vocabulary.book("articles").at(tokens, at) ? at + 1 : at);
  const first = memberAt(vocabulary, draft, { start: skip(both.end), kind });
  if (!first || tokens[first.end]?.lower !== "and") return [];
  const second = memberAt(vocabulary, draft, { start: skip(first.end + 1), kind });
  const field = second && fieldFor(draft, kind, second);
  if (!second || !field || !isFree(draft, first.start, second.end)) return [];
  const filters = [first, second].map((span) =>
    buildFilter(vocabulary, draft, { name: field, kind, list: { ...span, value: [span.value] } }),
  );
  claim(draft, both.start, second.end);
  return filters;
}
