import type { Filter } from "../../../src/contract/reading.ts";
import { hostColumn, isHostColumn } from "./columns.ts";
import { hostWord } from "./hosts.ts";
import { asList, unique } from "./lists.ts";
import { isTruth, opposite, plain } from "./values.ts";

/** A filter in the form in which filters are compared. */
export interface Condition {
  /** As written before the column. */
  table: string | null;
  /** The table that the column belongs to. */
  home: string | null;
  column: string;
  /** Operators that select alike have one family; an unknown operator is its own. */
  family: string;
  /** The values are whole, not parts or patterns. */
  exact: boolean;
  /** A bound that lets its own value through. */
  inclusive: boolean;
  versioned: boolean;
  values: string[];
}

const families: Record<string, string> = {
  eq: "select",
  in: "select",
  contains: "select",
  starts_with: "select",
  ends_with: "select",
  matches: "select",
  ne: "reject",
  not_in: "reject",
  not_contains: "reject",
  not_starts_with: "reject",
  not_ends_with: "reject",
  not_matches: "reject",
  gt: "above",
  ge: "above",
  lt: "below",
  le: "below",
  in_cidr: "cidr",
  not_in_cidr: "not_cidr",
};

const anchors = /\(\?(:|[a-z]+\))|[()^$]|\\b/g;
const variableParts = /(\[[^\]]*\]|\\[dws]|\.(?=[*+?{])|[*%])([*+?]|\{[\d,]*\})*/g;
/** Stands for a variable part of a pattern: a character that no text has. */
const gap = "\uE000";
const optionalCharacters = /[^\uE000]\?|[+\\]/g;

const longest = (texts: string[]) =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), "");

/** The alternatives of a regular expression, each as its longest run of ordinary characters. */
function regexLiterals(pattern: string): string[] {
  const marked = pattern
    .replace(anchors, "")
    .replace(variableParts, gap)
    .replace(optionalCharacters, "");
  return marked
    .split("|")
    .map((branch) => longest(branch.split(gap)))
    .filter((text) => text !== "");
}

function valuesOf(op: string, value: Filter["value"]): string[] {
  const isListed = (op === "in" || op === "not_in") && typeof value === "string";
  const texts = (isListed ? value.split(",") : asList(value)).map(plain);
  return unique(op.endsWith("matches") ? texts.flatMap(regexLiterals) : texts);
}

const emptiness: Record<string, string> = {
  eq: "empty",
  in: "empty",
  ne: "not_empty",
  not_in: "not_empty",
};

/** `eq null` is `empty`; on two-valued columns `ne true` is `eq false`. */
function settleOperator(op: string, values: string[]): { op: string; values: string[] } {
  const nothing = emptiness[op];
  if (nothing && values.every((value) => value === "" || value === "null")) {
    return { op: nothing, values: [] };
  }
  const [value] = values;
  return op === "ne" && isTruth(value) ? { op: "eq", values: [opposite(value)] } : { op, values };
}

function conditionOf(filter: Filter, mainTable: string | null): Condition {
  const [column = "", table = null] = plain(filter.field).split(".").reverse();
  const home = table ?? mainTable;
  const written = plain(filter.op);
  const bare = written.replace(/^version_/, "");
  const { op, values } = settleOperator(bare, valuesOf(bare, filter.value));
  const condition: Condition = {
    table,
    home,
    column,
    family: families[op] ?? op,
    exact: /^(eq|in|ne|not_in)$/.test(op),
    inclusive: op === "ge" || op === "le",
    versioned: written !== bare || column.endsWith("version"),
    values,
  };
  if (isHostColumn(column, home)) {
    const words = unique(values.map(hostWord));
    return { ...condition, table: null, home: null, column: hostColumn, values: words };
  }
  if (column !== "total_seconds") return condition;
  const days = values.map((seconds) => String(Number(seconds) / 86_400));
  return { ...condition, column: "days", values: days };
}

/** Conditions with one key say one thing together. */
const keyOf = (condition: Condition): string =>
  condition.family === "reject"
    ? `${condition.home}.${condition.column}`
    : JSON.stringify(condition);

const withValuesOf = (condition: Condition, other: Condition): Condition => ({
  ...condition,
  values: unique([...condition.values, ...other.values]),
  exact: condition.exact && other.exact,
});

/** The filters without doubles, in which `ne a` and `ne b` have become `not_in [a, b]`. */
export function conditionsOf(filters: Filter[], mainTable: string | null): Condition[] {
  const merged = new Map<string, Condition>();
  for (const filter of filters) {
    const condition = conditionOf(filter, mainTable);
    const key = keyOf(condition);
    const twin = merged.get(key);
    merged.set(key, twin ? withValuesOf(twin, condition) : condition);
  }
  return [...merged.values()];
}
