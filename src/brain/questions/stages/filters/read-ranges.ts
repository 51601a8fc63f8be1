import type { Vocabulary } from "../../model/reader.ts";
import type { Draft, Filter, FilterOp, Kind, Span } from "../../model/types.ts";
import { claim, isFree } from "../values/claims.ts";
import { fieldsOf } from "../values/field-book.ts";
import { fits, listAt, type Value } from "../values/read-values.ts";
import { isOrdered } from "./build-filter.ts";

interface Range {
  low: Value;
  high: Value;
}

/** Two amounts with "to" between them; "and" joins a range only after "between". */
function rangeAt(
  vocabulary: Vocabulary,
  draft: Draft,
  { start, kind }: { start: number; kind: Kind },
): Span<Range> | null {
  const { tokens } = draft;
  const opens = vocabulary.book("range_opens").at(tokens, start);
  const at = opens?.end ?? start;
  const joint = vocabulary.book("range_joins").at(tokens, at + 1);
  if (!joint || (tokens[at + 1]?.lower === "and" && tokens[start]?.lower !== "between"))
    return null;
  const low = listAt(vocabulary, draft, { start: at, kind })?.value[0];
  const high = listAt(vocabulary, draft, { start: joint.end, kind })?.value[0];
  if (!low || !high || !isOrdered(high.type)) return null;
  // "between 1 and 2 GB": the unit is said once.
  const sameSort = low.type === high.type || low.type === "number";
  return sameSort ? { start, end: joint.end + 1, value: { low: withUnit(low, high), high } } : null;
}

function withUnit(low: Value, high: Value): Value {
  if (low.type === high.type) return low;
  const unit = high.type === "bytes" ? String(high.value).replace(/^[\d.]+/, "") : "";
  return { type: high.type, value: unit ? `${low.value}${unit}` : low.value };
}

/** The field a range is of: the one named nearest, else the one that takes such values. */
function fieldFor(draft: Draft, kind: Kind, { start, end, value }: Span<Range>): string | null {
  const suits = (name: string) => {
    const type = kind.fields[name]?.type ?? "text";
    return isOrdered(type) && fits(type, value.high);
  };
  const near = fieldsOf(kind)
    .all(draft.tokens)
    .filter((span) => (span.end <= start ? start - span.end <= 3 : span.start - end <= 1))
    .flatMap((span) => span.value)
    .find(suits);
  const taker =
    kind.takes[value.high.type] ?? (value.high.type === "number" ? kind.takes.port : null);
  return near ?? (taker && suits(taker) ? taker : null);
}

/** "ports 8000 to 9000", "between 10 and 20%": two conditions, both of which hold. */
export function readRanges(vocabulary: Vocabulary, draft: Draft, kind: Kind): Filter[] {
  const filters: Filter[] = [];
  for (let start = 0; start < draft.tokens.length; start += 1) {
    const range = rangeAt(vocabulary, draft, { start, kind });
    if (!range || !isFree(draft, range.start, range.end)) continue;
    const field = fieldFor(draft, kind, range);
    if (!field) continue;
    const [from, to]: FilterOp[] =
      kind.fields[field]?.type === "version" ? ["version_ge", "version_le"] : ["ge", "le"];
    filters.push({ field, op: from ?? "ge", value: range.value.low.value });
    filters.push({ field, op: to ?? "le", value: range.value.high.value });
    claim(draft, range.start, range.end);
  }
  return filters;
}
