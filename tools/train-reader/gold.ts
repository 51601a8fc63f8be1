import type { Annotated } from "../../src/brain/questions/annotate/annotate.ts";
import { keyOf, saidIn } from "../../src/brain/questions/decisions/fixed-condition.ts";
import type { Filter, FilterOp, Kind, Token } from "../../src/brain/questions/model/types.ts";
import { hourOf } from "../../src/brain/questions/readings/value-of.ts";
import { dataValuesOf } from "../../src/brain/questions/sql/data-values.ts";

/** A value of a field in a question: the tokens it stands in, and how it is compared. */
export interface PlacedValue {
  field: string;
  op: FilterOp;
  start: number;
  end: number;
}

/** The conditions of a label: those whose values stand in the question, and those that only mean them. */
export interface PlacedConditions {
  placed: PlacedValue[];
  fixed: Filter[];
}

const plain = (value: unknown): string =>
  String(value ?? "")
    .toLowerCase()
    .trim()
    .replace(/^["'`]+|["'`]+$/g, "")
    .replace(/\.exe\b/g, "")
    .replace(/(?<=.)[\\/]+$/, "");

const powers: Record<string, number> = { "": 0, k: 1, m: 2, g: 3, t: 4, p: 5 };

/** A size in bytes, by 1024 or by 1000. */
function sizes(text: string): number[] {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*([kmgtp]?)/.exec(text.replace(/,/g, "")) ?? [];
  if (digits === undefined) return [];
  const power = powers[unit ?? ""] ?? 0;
  return [Number(digits) * 1024 ** power, Number(digits) * 1000 ** power];
}

/** Amounts that a token may stand for. */
function amounts(token: Token): number[] {
  if (token.kind === "bytes") return [...sizes(token.lower), ...lengths(token)];
  if (token.seconds !== undefined) return lengths(token);
  // "less than 10% free" is more than 90% used.
  if (token.amount !== undefined && token.kind === "percent")
    return [token.amount, 100 - token.amount];
  if (token.amount !== undefined) return [token.amount];
  return /^\d+(\.\d+)?$/.test(token.lower) ? [Number(token.lower)] : [];
}

const lengths = ({ seconds = 0 }: Token): number[] => [
  seconds / 86_400,
  seconds / 3600,
  seconds / 60,
  seconds,
];

const close = (a: number, b: number) =>
  Math.abs(a - b) <= 0.03 * Math.max(Math.abs(a), Math.abs(b));

/** How well a token says a value: 2 wholly, 1 in part, 0 not. */
function agreement(token: Token, value: unknown): 0 | 1 | 2 {
  const wanted = plain(value);
  const given = plain(token.text);
  if (wanted === "" || given === "" || token.kind === "punctuation") return 0;
  if (
    wanted === given ||
    wanted === token.lower ||
    wanted.replace(/^v/, "") === given.replace(/^v/, "")
  ) {
    return 2;
  }
  if (token.kind === "clock" && hourOf(token.lower) === wanted) return 2;
  const number = /^-?\d+(\.\d+)?$/.test(wanted)
    ? [Number(wanted)]
    : /^\d/.test(wanted)
      ? sizes(wanted)
      : [];
  if (
    number.length > 0 &&
    amounts(token).some((one) => number.some((other) => close(one, other)))
  ) {
    return 2;
  }
  if (/^\d+$/.test(wanted) || /^\d+$/.test(given)) return 0;
  const [short, long] = given.length <= wanted.length ? [given, wanted] : [wanted, given];
  // The word "user" is inside "username", and says nothing of it.
  const isPart = short.length >= 3 && long.includes(short) && short.length * 3 >= long.length;
  return isPart ? 1 : 0;
}

/** Where a value of one or several words stands in a question, beside tokens already used. */
function placeOf(
  { tokens }: Annotated,
  { value, kind, field }: { value: unknown; kind: Kind; field: string },
  used: ReadonlySet<number>,
): { start: number; end: number; exact: boolean } | null {
  for (const least of [2, 1] as const) {
    for (let at = 0; at < tokens.length; at += 1) {
      if (used.has(at)) continue;
      const token = tokens[at] as Token;
      if (agreement(token, value) >= least) {
        return { start: at, end: at + 1, exact: least === 2 };
      }
      // "running" says `active` of a service.
      const meant = dataValuesOf(kind, field, token.lower);
      if (least === 1 && meant.some((one) => plain(one) === plain(value))) {
        return { start: at, end: at + 1, exact: true };
      }
      const words = plain(value).split(/\s+/);
      const isRun =
        words.length > 1 &&
        words.every((word, index) => {
          const token = tokens[at + index];
          return token !== undefined && !used.has(at + index) && agreement(token, word) === 2;
        });
      if (isRun) return { start: at, end: at + words.length, exact: true };
    }
  }
  return null;
}

const single: Partial<Record<FilterOp, FilterOp>> = { in: "eq", not_in: "ne" };

function valuesOf({ op, value }: Filter): unknown[] {
  if (Array.isArray(value)) return value;
  if (op !== "matches") return [value];
  return String(value)
    .replace(/\(\?[:i]+\)?|[()^$]|\\b/g, "")
    .split("|")
    .map((part) => part.replace(/\\(.)/g, "$1").replace(/\.\*|\[[^\]]*\]|[*+?]/g, ""));
}

/** Finds the values of a label's conditions in the question. */
export function placeConditions(
  question: Annotated,
  kind: Kind,
  filters: Filter[],
  taken: ReadonlySet<number>,
): PlacedConditions {
  const used = new Set(taken);
  const placed: PlacedValue[] = [];
  const fixed: Filter[] = [];
  const said = saidIn(kind, question);
  for (const filter of filters) {
    const [table, column] = filter.field.includes(".")
      ? (filter.field.split(".") as [string, string])
      : [kind.id, filter.field];
    if (table !== kind.id || !(column in kind.fields || column === "count")) continue;
    const own = { ...filter, field: column };
    const isOfState = typeof filter.value === "boolean" || filter.value === null;
    const found = isOfState
      ? []
      : valuesOf(filter).map((value) => placeOf(question, { value, kind, field: column }, used));
    const spans = found.filter((span) => span !== null);
    // "agent forwarding" is AllowAgentForwarding, not a value with "forwarding" in it.
    const isWording = said.has(keyOf(own)) && !spans.every(({ exact }) => exact);
    if (spans.length === 0 || spans.length < found.length || isWording) {
      fixed.push(own);
      continue;
    }
    for (const { start, end, exact } of spans) {
      for (let at = start; at < end; at += 1) used.add(at);
      const op = filter.op === "matches" ? "contains" : (single[filter.op] ?? filter.op);
      placed.push({ field: column, op: op === "eq" && !exact ? "contains" : op, start, end });
    }
  }
  return { placed, fixed };
}
