import type { Vocabulary } from "../../model/reader.ts";
import type { Draft, Filter, Kind, Token } from "../../model/types.ts";
import { claim, isFree } from "../values/claims.ts";
import { fieldsOf, predicatesOf } from "../values/field-book.ts";
import { isNegated, negate, negations } from "../values/negation.ts";
import { fits, listAt, type Value } from "../values/read-values.ts";
import { buildFilter, isOrdered, isOrdering } from "./build-filter.ts";
import { readRanges } from "./read-ranges.ts";
import { readTogether } from "./read-together.ts";

/** "a shell other than bash": what comes after says what the shell is. */
const isQualified = (vocabulary: Vocabulary, tokens: Token[], end: number) =>
  vocabulary.comparisons.at(tokens, end)?.value === "ne";

function readPredicates(vocabulary: Vocabulary, draft: Draft, kind: Kind): Filter[] {
  const filters: Filter[] = [];
  for (const span of predicatesOf(kind).all(draft.tokens)) {
    if (!isFree(draft, span.start, span.end)) continue;
    if (isQualified(vocabulary, draft.tokens, span.end)) continue;
    if (filters.some(({ field }) => field === span.value.filter.field)) continue;
    const { filter } = span.value;
    const own = draft.tokens.slice(span.start, span.end).some(({ stem }) => negations.has(stem));
    filters.push(!own && isNegated(draft.tokens, span.start) ? negate(filter) : filter);
    claim(draft, span.start, span.end);
  }
  return filters;
}

const fillers = new Set([
  "is",
  "of",
  "are",
  "the",
  "a",
  "an",
  "set",
  "to",
  "=",
  "named",
  "called",
  "number",
  "numbers",
  ":",
  "was",
  "name",
  "value",
  "like",
  "by",
]);

/** "port 443", "owned by root", "user is postgres": a field's word and a value after it. */
function valueAfter(vocabulary: Vocabulary, draft: Draft, span: { end: number; kind: Kind }) {
  const { tokens } = draft;
  let at = span.end;
  for (let step = 0; step < 4 && at < tokens.length; step += 1) {
    const list = listAt(vocabulary, draft, { start: at, kind: span.kind });
    if (list) return list;
    const lower = tokens[at]?.lower ?? "";
    const op = vocabulary.comparisons.at(tokens, at) ?? vocabulary.versions.at(tokens, at);
    if (op) at = op.end;
    else if (fillers.has(lower) || negations.has(tokens[at]?.stem ?? "")) at += 1;
    else return null;
  }
  return null;
}

/** Values that stand before their field: "the postgres user", "1024 bit keys". */
const precedes = (kind: Kind, names: string[], value: Value) =>
  names.some((name) => {
    const type = kind.fields[name]?.type;
    return type === "number" ? value.type === "number" : /^(?:account|name|text)$/.test(type ?? "");
  });

/** "the md5 of …" asks for the field; it doesn't say what it is. */
const isAskedFor = (tokens: Token[], end: number) =>
  tokens[end]?.lower === "of" && tokens[end + 1]?.kind !== "number";

function readNamedFields(vocabulary: Vocabulary, draft: Draft, kind: Kind): Filter[] {
  const filters: Filter[] = [];
  for (const span of fieldsOf(kind).all(draft.tokens)) {
    if (!isFree(draft, span.start, span.end)) continue;
    const after = isAskedFor(draft.tokens, span.end)
      ? null
      : valueAfter(vocabulary, draft, { end: span.end, kind });
    const before =
      span.start > 0 ? listAt(vocabulary, draft, { start: span.start - 1, kind }) : null;
    for (const list of [after, before]) {
      const first = list?.value[0];
      if (!list || !first || (list === before && !precedes(kind, span.value, first))) continue;
      const ordering = isOrdering(vocabulary, draft.tokens, list);
      const isProgram = vocabulary.software.has(draft.tokens[list.start]?.lower ?? "");
      const name = span.value.find((candidate) => {
        const type = kind.fields[candidate]?.type ?? "text";
        const isOther = first.type === "path" && type === "name" && kind.takes.path !== candidate;
        // "users without ssh keys" names no user.
        if (isProgram && type === "account" && first.type !== "account") return false;
        return fits(type, first) && !(isOther && kind.takes.path) && (!ordering || isOrdered(type));
      });
      const free = name && !filters.some(({ field }) => field === name);
      if (!name || !free || !isFree(draft, list.start, list.end)) continue;
      filters.push(buildFilter(vocabulary, draft, { name, kind, list }));
      claim(draft, span.start, span.end);
      break;
    }
  }
  return filters;
}

/** The field that takes a bare value: by its type, else by the nearest type that fits. */
function takerOf(kind: Kind, value: Value, token: Token | undefined): string | null {
  if (token?.kind === "quoted" && kind.takes.text) return kind.takes.text;
  const own = kind.takes[value.type];
  if (own) {
    const isAccount = kind.fields[own]?.type === "account";
    return value.type === "name" && isAccount && token?.kind === "word" && !token.unknown
      ? null
      : own;
  }
  if (value.type === "number") return kind.takes.port ?? null;
  if (value.type === "account" || value.type === "id") return kind.takes.name ?? null;
  return value.type === "path" ? (kind.takes.name ?? null) : null;
}

function readBareValues(vocabulary: Vocabulary, draft: Draft, kind: Kind): Filter[] {
  const filters: Filter[] = [];
  for (let start = 0; start < draft.tokens.length; start += 1) {
    const list = listAt(vocabulary, draft, { start, kind });
    const first = list?.value[0];
    const name = first && takerOf(kind, first, draft.tokens[start]);
    if (!list || !name) continue;
    filters.push(buildFilter(vocabulary, draft, { name, kind, list }));
    start = list.end - 1;
  }
  return filters;
}

/** Words given as they were typed: "who ran rm -rf", up to what is already understood. */
function readVerbatim(draft: Draft, kind: Kind): Filter[] {
  if (!kind.verbatim) return [];
  const { field, after } = kind.verbatim;
  const start = draft.tokens.findIndex(({ lower }) => after.includes(lower)) + 1;
  if (start === 0) return [];
  let end = start;
  while (
    end < draft.tokens.length &&
    !draft.claimed.has(end) &&
    !/^[?,.]$/.test(draft.tokens[end]?.text ?? "")
  )
    end += 1;
  const words = draft.tokens.slice(start, end).map(({ text }) => text);
  const text = words
    .join(" ")
    .replace(/^(?:the command |commands? |a |the |with )+/i, "")
    .replace(/ ?- ?(?=\w)/g, " -")
    .trim();
  if (text === "" || /^(?:on|in|by|as|at|anything|it|from)\b/.test(text)) return [];
  claim(draft, start, end);
  return [{ field, op: "contains", value: text }];
}

/** Whether something is there at all says less than what it is. */
const isVague = ({ op }: Filter) => op === "empty" || op === "not_empty";

/** A range is two conditions on a field; otherwise one is enough. */
const sideOf = ({ field, op }: Filter) =>
  `${field} ${/g[te]$/.test(op) ? "low" : /l[te]$/.test(op) ? "high" : "is"}`;

/** "a high port, like above 50000": the number says more than the words before it. */
function outdone(predicate: Filter, explicit: Filter[]): boolean {
  const side = sideOf(predicate);
  return !side.endsWith("is") && explicit.some((filter) => sideOf(filter) === side);
}

/** The conditions a question sets on a kind's rows; the tokens they use are claimed. */
export function readFilters(vocabulary: Vocabulary, draft: Draft, kind: Kind): Filter[] {
  const together = readTogether(vocabulary, draft, kind);
  const verbatim = readVerbatim(draft, kind);
  const ranges = readRanges(vocabulary, draft, kind);
  const predicates = readPredicates(vocabulary, draft, kind);
  const explicit = [
    ...ranges,
    ...readNamedFields(vocabulary, draft, kind),
    ...readBareValues(vocabulary, draft, kind),
  ];
  const said = predicates.filter((predicate) => !outdone(predicate, explicit));
  const bySide = new Map<string, Filter>();
  for (const filter of [...verbatim, ...said, ...explicit]) {
    const side = sideOf(filter);
    const known = bySide.get(side);
    if (!known || isVague(known)) bySide.set(side, filter);
  }
  const others = [...bySide.values()].filter(({ field }) => field !== together[0]?.field);
  return [...together, ...others];
}
