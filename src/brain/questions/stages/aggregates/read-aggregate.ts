import type { Vocabulary } from "../../model/reader.ts";
import type { Aggregate, Draft, Kind, Span, Token } from "../../model/types.ts";
import { claim } from "../values/claims.ts";
import { fieldsOf } from "../values/field-book.ts";
import { groupKeys } from "./group-keys.ts";
import { fieldOfType, rankable } from "./rank-field.ts";
import { isCompared } from "./read-compare.ts";
import type { Tally } from "./read-tally.ts";
import { readTop } from "./read-top.ts";

const firstSpan = (vocabulary: Vocabulary, section: string, tokens: Token[]) =>
  vocabulary.book(section).all(tokens)[0] ?? null;

function isYesNo(vocabulary: Vocabulary, tokens: Token[]): boolean {
  const first = tokens.findIndex(({ kind }) => kind !== "punctuation");
  if (vocabulary.book("whole").at(tokens, first)) return false;
  if (/^(?:you|we|i)$/.test(tokens[first + 1]?.lower ?? "")) return false;
  if (vocabulary.book("wishes").at(tokens, first)) return false;
  if (tokens.slice(first + 1).some(({ lower }) => lower === "what" || lower === "how"))
    return false;
  if (vocabulary.book("exists").at(tokens, first)) return true;
  return (
    tokens.at(-1)?.text === "?" &&
    tokens.some((_, at) => /^any/.test(tokens[at]?.lower ?? "") && !draftlessPlace(tokens, at))
  );
}

/** "on any host" restricts; it doesn't ask. */
const draftlessPlace = (tokens: Token[], at: number) =>
  ["on", "in", "across"].includes(tokens[at - 1]?.lower ?? "");

/** The order a question asks for besides its grouping, and the words spent on it. */
function readOrder(vocabulary: Vocabulary, draft: Draft): "asc" | "desc" | undefined {
  const span = firstSpan(vocabulary, "order", draft.tokens);
  if (!span) return undefined;
  claim(draft, span.start, span.end);
  return span.value as "asc" | "desc";
}

/** "how many different ports": the field that is counted once a value. */
function distinctField(vocabulary: Vocabulary, draft: Draft, kind: Kind): string | undefined {
  const span = firstSpan(vocabulary, "distinct", draft.tokens);
  return span
    ? (fieldsOf(kind).at(draft.tokens, span.end)?.value[0] ?? kind.takes.name)
    : undefined;
}

function readFunction(vocabulary: Vocabulary, draft: Draft, kind: Kind): Partial<Aggregate> | null {
  const span = freeSpan(vocabulary.book("functions").all(draft.tokens), draft, kind);
  if (!span) return null;
  const of = fieldsOf(kind)
    .all(draft.tokens.slice(span.end))
    .flatMap(({ value }) => value)
    .find((name) => rankable(kind, name));
  const summed = span.value === "sum";
  const fit = of && !(summed && kind.fields[of]?.type === "percent") ? of : null;
  const field =
    fit ?? fieldOfType(kind, summed ? ["bytes", "number"] : ["bytes", "percent", "number"]);
  if (!field) return null;
  claim(draft, span.start, span.end);
  return { fn: span.value as "avg", of: field };
}

/** "how many". */
const countedSpan = (vocabulary: Vocabulary, draft: Draft, kind: Kind) =>
  freeSpan(vocabulary.book("count").all(draft.tokens), draft, kind);

/** The first that isn't a part of a field's name: "restart count" counts nothing, "load average" averages nothing. */
function freeSpan(spans: Span<string>[], draft: Draft, kind: Kind): Span<string> | null {
  const fields = fieldsOf(kind).all(draft.tokens);
  const isFree = ({ start }: Span<string>) =>
    !fields.some((field) => field.start < start && start < field.end);
  return spans.find(isFree) ?? null;
}

/** "how many cores": a number that each row has, not a number of rows. */
function isAmount(kind: Kind, tokens: Token[], at: number): boolean {
  const isNumber = (from: number) =>
    fieldsOf(kind)
      .at(tokens, from)
      ?.value.some((name) => kind.fields[name]?.type === "number") ?? false;
  // Where a host has one row, "cpu cores" can only be what is in it.
  return isNumber(at) || (kind.single && isNumber(at + 1));
}

/** What is to be done with the rows: listed, counted, ranked, grouped, compared. */
export function readAggregate(
  vocabulary: Vocabulary,
  draft: Draft,
  { kind, hosts, tally }: { kind: Kind; hosts: string[]; tally: Tally | null },
): Aggregate {
  if (isCompared(vocabulary, draft.tokens, hosts)) {
    return { type: "group_by", fields: [kind.takes.name ?? kind.show[0] ?? "host"], fn: "compare" };
  }
  const order = readOrder(vocabulary, draft);
  const fields = groupKeys(vocabulary, draft, kind);
  if (tally) {
    const keys = fields.length > 0 ? fields : [tally.key];
    return { type: "group_by", fields: keys, fn: "count", order: order ?? "desc" };
  }
  const counted = countedSpan(vocabulary, draft, kind);
  const tallied = firstSpan(vocabulary, "group", draft.tokens)?.value === "counted";
  const distinct = distinctField(vocabulary, draft, kind);
  if (counted) claim(draft, counted.start, counted.end);
  const ordered = order ? { order } : {};
  const fn = readFunction(vocabulary, draft, kind);
  if (fn && (fields.length > 0 || !counted)) return { type: "group_by", fields, ...fn, ...ordered };
  if (fields.length > 0) {
    const how = distinct ? { fn: "distinct" as const, of: distinct } : { fn: "count" as const };
    const top = readTop(vocabulary, draft, kind);
    return {
      type: "group_by",
      fields,
      ...how,
      ...(top?.n && top.n > 1 ? { n: top.n, order: top.order } : {}),
      ...ordered,
    };
  }
  if (tallied) return { type: "group_by", fields: tallyKeys(draft, kind), fn: "count", ...ordered };
  if (counted && distinct) return { type: "group_by", fields: [], fn: "distinct", of: distinct };
  if (counted && !isAmount(kind, draft.tokens, counted.end)) return { type: "count", fields: [] };
  const top = readTop(vocabulary, draft, kind);
  if (top) return top;
  return { type: isYesNo(vocabulary, draft.tokens) ? "exists" : "none", fields: [] };
}

function tallyKeys(draft: Draft, kind: Kind): string[] {
  const named = fieldsOf(kind)
    .all(draft.tokens)
    .flatMap(({ value }) => value.slice(0, 1));
  return named.slice(0, 1);
}
