import type { Filter, FilterOp, Token } from "../../model/types.ts";

const opposites: Partial<Record<FilterOp, FilterOp>> = {
  eq: "ne",
  in: "not_in",
  contains: "not_contains",
  starts_with: "not_starts_with",
  empty: "not_empty",
  in_cidr: "not_in_cidr",
  ne: "eq",
  not_in: "in",
  not_contains: "contains",
  not_empty: "empty",
  gt: "le",
  lt: "ge",
};

/** Words (by their stems) that turn a condition round. */
export const negations = new Set([
  "not",
  "no",
  "without",
  "except",
  "exclud",
  "excluding",
  "non",
  "never",
  "lack",
  "miss",
  "neither",
]);

const between =
  /^(?:in|on|as|at|the|a|an|any|under|by|named|called|is|own|owned|running|from|over|via|with|have|has|of|to|got|using|set)$/;

/** Words that may stand between a denial and what it denies: "not owned by root". */
const maxBetween = 3;

/** Whether what begins at `at` is denied by the words right before it. */
export const isNegated = (tokens: Token[], at: number) => {
  for (let back = 1; back <= maxBetween + 1 && back <= at; back += 1) {
    const token = tokens[at - back];
    if (token && negations.has(token.stem)) return true;
    if (!token || !between.test(token.lower)) break;
  }
  const phrase = tokens
    .slice(Math.max(0, at - 3), at)
    .map(({ stem }) => stem)
    .join(" ");
  return /other than|apart from|rather than|instead of/.test(phrase);
};

/** The opposite condition. */
export function negate(filter: Filter): Filter {
  if (typeof filter.value === "boolean") return { ...filter, value: !filter.value };
  const single = filter.op === "matches" && !String(filter.value).includes("|");
  return { ...filter, op: single ? "not_contains" : (opposites[filter.op] ?? filter.op) };
}
