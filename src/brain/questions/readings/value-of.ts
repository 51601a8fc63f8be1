import { windowOf } from "../annotate/find-times.ts";
import type { Filter, FilterOp, FilterValue, Kind, Token, ValueType } from "../model/types.ts";
import { patternText } from "../sql/condition.ts";

type Scalar = string | number;

/** A size as it is written in a filter: `2GB`. */
function sizeText(text: string): string {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgtp]?)/i.exec(text);
  return `${match?.[1] ?? 0}${(match?.[2] ?? "").toUpperCase()}B`;
}

/** A length of time in the unit of a field: days unless its name has another. */
const inUnitOf = (field: string, seconds: number): number =>
  /seconds/.test(field) ? seconds : Math.round((seconds / 86_400) * 100) / 100;

const isText = (type: ValueType | undefined) =>
  type === "text" || type === "name" || type === "account";

/** The hour of "3am" or "15:00". */
export function hourOf(clock: string): string {
  const [, digits = "0", half] = /^(\d{1,2})(?::\d\d)?\s?([ap]m)?$/.exec(clock) ?? [];
  const hour = Number(digits) % (half ? 12 : 24);
  return String(half === "pm" ? hour + 12 : hour);
}

interface Comparing {
  field: string;
  op: FilterOp;
  kind: Kind;
  /** The tokens are the name of a program, whose last letter is no plural. */
  isProgram: boolean;
  /** A share is of what is free: "less than 10% free" is more than 90% used. */
  isFree: boolean;
}

/** A part of a text is looked for in the singular, which the plural has in it. */
const partOf = ({ kind, text }: Token): string =>
  kind === "word" && /[a-z]{3}[^siu]s$/.test(text) ? text.slice(0, -1) : text;

/** The value that a token is of a field. */
function scalarOf(token: Token, { field, op, kind, isProgram, isFree }: Comparing): Scalar {
  const { text, lower, amount, seconds } = token;
  const type = kind.fields[field]?.type ?? "number";
  if (isText(type)) {
    // A period of load is written `15m`, an hour of a schedule `3`.
    if (token.kind === "duration" && seconds !== undefined) return windowOf(seconds);
    if (token.kind === "clock" && field === "hour") return hourOf(lower);
    return op === "contains" && !isProgram ? partOf(token) : text;
  }
  if (type === "bytes") return sizeText(text);
  if (seconds !== undefined && token.kind === "duration") return inUnitOf(field, seconds);
  if (amount !== undefined) return isFree ? 100 - amount : amount;
  if (type === "version") return lower.replace(/^v(?=\d)/, "");
  if (type === "number" || type === "port" || type === "percent" || type === "days") {
    const number = Number.parseFloat(text.replace(/,/g, ""));
    return Number.isNaN(number) ? text : number;
  }
  return text;
}

/** The value of a field that several tokens are together: "Google Chrome". */
export function valueAmong(tokens: Token[], comparing: Comparing): Scalar {
  const [first] = tokens;
  return first && tokens.length === 1
    ? scalarOf(first, comparing)
    : tokens.map(({ text }) => text).join(" ");
}

/** One condition that a field has any of several values (or none of them). */
export function listFilter(field: string, op: FilterOp, values: Scalar[]): Filter {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return { field, op, value: only };
  if (op === "eq") return { field, op: "in", value: values };
  if (op === "ne") return { field, op: "not_in", value: values };
  if (op === "in_cidr" || op === "not_in_cidr") return { field, op, value: values };
  if (op === "contains" || op === "starts_with" || op === "ends_with") {
    const either = values.map((value) => patternText(String(value))).join("|");
    return { field, op: "matches", value: either };
  }
  return { field, op, value: only as FilterValue };
}
