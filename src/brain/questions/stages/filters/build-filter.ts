import type { Vocabulary } from "../../model/reader.ts";
import type {
  Draft,
  Filter,
  FilterOp,
  FilterValue,
  Kind,
  Span,
  Token,
  ValueType,
} from "../../model/types.ts";
import { claim } from "../values/claims.ts";
import { isNegated, negate } from "../values/negation.ts";
import type { Value } from "../values/read-values.ts";

/** A comparison word that ends right before `at`. */
export function comparisonBefore(
  vocabulary: Vocabulary,
  tokens: Token[],
  at: number,
  version: boolean,
): Span<FilterOp> | null {
  const book = version ? vocabulary.versions : vocabulary.comparisons;
  for (let start = Math.max(0, at - 4); start < at; start += 1) {
    const span = book.at(tokens, start);
    if (span?.end === at) return span;
  }
  return null;
}

/** "… or more", "… and up" right after a value. */
export function comparisonAfter(
  vocabulary: Vocabulary,
  tokens: Token[],
  at: number,
  version: boolean,
): Span<FilterOp> | null {
  const book = version ? vocabulary.versions : vocabulary.comparisons;
  if (!["or", "and"].includes(tokens[at]?.lower ?? "")) return null;
  const span = book.at(tokens, at);
  return span && span.end > at + 1 ? span : null;
}

const ordered: ValueType[] = ["bytes", "percent", "number", "days", "port", "version", "time"];

/** Whether the values are less or more than something, as no name can be: "older than 3.0". */
export function isOrdering(vocabulary: Vocabulary, tokens: Token[], list: Span<Value[]>): boolean {
  if (!ordered.includes(list.value[0]?.type ?? "text")) return false;
  const version = list.value[0]?.type === "version";
  const before = comparisonBefore(vocabulary, tokens, list.start, version);
  return before !== null && /(?:^|_)[gl][te]$/.test(before.value);
}

export const isOrdered = (type: ValueType) => ordered.includes(type);

/** The operator for values of a field when the question names none. */
function plainOp(type: ValueType, loose: boolean, values: Value[]): FilterOp {
  if (
    values.some(({ value }) => /^[^/]*\/\d+$/.test(String(value)) && /[.:]/.test(String(value))) &&
    type === "address"
  ) {
    return "in_cidr";
  }
  if (type === "version") return "version_eq";
  if (values.length > 1) return loose ? "matches" : "in";
  return loose ? "contains" : "eq";
}

const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function valueFor(op: FilterOp, values: Value[]): FilterValue {
  const plain = values.map(({ value }) => value);
  if (op === "matches") return plain.map((value) => escapeRegex(String(value))).join("|");
  if (op === "in" || op === "not_in") return plain;
  if (op.endsWith("in_cidr")) return plain.length > 1 ? plain : (plain[0] ?? "");
  return plain[0] ?? "";
}

/** What decides the operator of a condition. */
interface Comparison {
  name: string;
  kind: Kind;
  list: Span<Value[]>;
  before: Span<FilterOp> | null;
  after: Span<FilterOp> | null;
}

/** A text or a loose name may be only part of the value; so may what is quoted after "with". */
function isLoose(tokens: Token[], { name, kind, list }: Comparison): boolean {
  const field = kind.fields[name];
  const partial = /^(?:with|in|contain|contains|like)$/.test(tokens[list.start - 1]?.lower ?? "");
  const quoted = tokens[list.start]?.kind === "quoted" && partial;
  return (field?.type === "text" && !field.exact) || field?.loose === true || quoted;
}

/** The comparison word's operator, as far as the field's type can have it. */
function suited(tokens: Token[], comparison: Comparison, plain: FilterOp): FilterOp {
  const { kind, name, list, before, after } = comparison;
  const type = kind.fields[name]?.type ?? "text";
  const said = after?.value ?? before?.value ?? plain;
  if (said === "eq" || said === "version_eq") return plain;
  if (
    ordered.includes(type) &&
    type !== "version" &&
    /^(?:starts_with|contains|ends_with)$/.test(said)
  ) {
    const word = before ? (tokens[before.start]?.lower ?? "") : "";
    return /^(?:under|below|beneath)$/.test(word) ? "lt" : "eq";
  }
  if (!ordered.includes(type) && /^(?:gt|ge|lt|le)$/.test(said)) {
    return type === "path" && said === "lt" ? "starts_with" : plain;
  }
  if (list.value.length === 1) return said;
  return said === "contains" ? "matches" : said === "ne" ? "not_in" : said;
}

function operatorOf(tokens: Token[], comparison: Comparison): FilterOp {
  const { kind, name, list } = comparison;
  const type = kind.fields[name]?.type ?? "text";
  const plain = plainOp(type, isLoose(tokens, comparison), list.value);
  const op = suited(tokens, comparison, plain);
  if (type === "path") return pathOp(op, tokens, list, kind);
  if (plain !== "in_cidr") return op;
  const outside = tokens
    .slice(Math.max(0, list.start - 3), list.start)
    .some(({ lower }) => lower === "outside");
  return op === "ne" || outside ? "not_in_cidr" : "in_cidr";
}

/** The condition that a field has the values of a list; its words are claimed. */
export function buildFilter(
  vocabulary: Vocabulary,
  draft: Draft,
  { name, kind, list }: { name: string; kind: Kind; list: Span<Value[]> },
): Filter {
  const { tokens } = draft;
  const version = kind.fields[name]?.type === "version";
  const before = comparisonBefore(vocabulary, tokens, list.start, version);
  const after = comparisonAfter(vocabulary, tokens, list.end, version);
  const op = operatorOf(tokens, { name, kind, list, before, after });
  const filter: Filter = { field: name, op, value: valueFor(op, list.value) };
  claim(draft, before?.start ?? list.start, after?.end ?? list.end);
  const denied = before?.value !== "ne" && isNegated(tokens, before?.start ?? list.start);
  return denied ? negate(filter) : filter;
}

/** A path after "in" or "under" is a folder; one that is only part of a path is contained. */
function pathOp(op: FilterOp, tokens: Token[], list: Span<Value[]>, kind: Kind): FilterOp {
  const word = tokens[list.start - 1]?.lower ?? "";
  const text = String(list.value[0]?.value ?? "");
  if (op === "ne" || op === "ends_with" || list.value.length > 1) return op === "eq" ? "in" : op;
  if (word === "outside") return "not_starts_with";
  if (/^(in|under|inside|within|below|beneath|from)$/.test(word)) return "starts_with";
  if (kind.id === "process_open_files" && /[/\\]/.test(text)) return "starts_with";
  if (!/[/\\]/.test(text)) return "contains";
  return op === "starts_with" || op === "contains" ? op : "eq";
}
