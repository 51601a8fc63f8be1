import type { Field, Filter, FilterOp } from "../model/types.ts";
import { bytesOf } from "./bytes-of.ts";
import { listOf, literal, quote } from "./quote.ts";

const comparisons: Partial<Record<FilterOp, string>> = { gt: ">", ge: ">=", lt: "<", le: "<=" };
const versionComparisons: Partial<Record<FilterOp, string>> = {
  version_eq: "= 0",
  version_lt: "< 0",
  version_le: "<= 0",
  version_gt: "> 0",
  version_ge: ">= 0",
};

/** Permission bits of the four-digit octal `mode` of a file, by the class a question names. */
const modeClasses: Record<string, [place: number, bit: number]> = {
  "other-write": [4, 2],
  "other-read": [4, 4],
  "other-execute": [4, 1],
  "group-write": [3, 2],
  setuid: [1, 4],
  setgid: [1, 2],
  sticky: [1, 1],
};

const likeText = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

const like = (sql: string, pattern: string) =>
  pattern.includes("\\")
    ? `${sql} LIKE ${quote(pattern)} ESCAPE '\\'`
    : `${sql} LIKE ${quote(pattern)}`;

/** Sizes are written with units in a filter and are bytes in a statement. */
function scalar(field: Field, value: string | number | boolean | null): string {
  if (field.type === "bytes" && typeof value === "string") return literal(bytesOf(value));
  return literal(value);
}

function equality(sql: string, field: Field, values: (string | number | boolean | null)[]): string {
  // "zsh" of a path is its last part.
  const isPart = (value: unknown) => typeof value === "string" && /^[\w.+-]+$/.test(value);
  if (field.type === "path" && values.every(isPart))
    return `(${values.map((value) => `${sql} GLOB ${quote(`*[/\\]${value}`)}`).join(" OR ")})`;
  const list = values.map((value) => scalar(field, value));
  const exact = field.type === "path" || values.some((value) => typeof value !== "string");
  const collate = exact ? "" : " COLLATE NOCASE";
  return list.length === 1
    ? `${sql} = ${list[0]}${collate}`
    : `${sql}${collate} IN (${list.join(", ")})`;
}

function modeCondition(sql: string, value: string): string {
  const bits = modeClasses[value];
  if (!bits) return `${sql} LIKE ${quote(`%${likeText(value)}`)}`;
  const digit = `CAST(substr(printf('%04d', ${sql}), ${bits[0]}, 1) AS INTEGER)`;
  return `(${digit} & ${bits[1]}) <> 0`;
}

/** A folder's contents: `%%` is any depth to the file table, and two plain wildcards to SQLite. */
function insideFolder(folder: string): string {
  const separator = /\\|^[a-z]:/i.test(folder) ? "\\" : "/";
  return quote(`${folder.replace(/[/\\]$/, "")}${separator}%%`);
}

function textCondition(
  sql: string,
  { op, value, path }: { op: FilterOp; value: string; path: boolean },
): string | null {
  const part = likeText(value);
  switch (op) {
    case "contains":
      return like(sql, `%${part}%`);
    case "not_contains":
      return `NOT (${like(`coalesce(${sql}, '')`, `%${part}%`)})`;
    case "starts_with":
      return path ? `${sql} LIKE ${insideFolder(value)}` : like(sql, `${part}%`);
    case "not_starts_with":
      return path
        ? `coalesce(${sql}, '') NOT LIKE ${insideFolder(value)}`
        : `NOT (${like(`coalesce(${sql}, '')`, `${part}%`)})`;
    case "ends_with":
      return like(sql, `%${part}`);
    case "matches":
      return `regex_match(lower(${sql}), ${quote(value.toLowerCase())}, 0) IS NOT NULL`;
    default:
      return null;
  }
}

/** Operators that hold for what has not got the value. */
export const excluding: ReadonlySet<FilterOp> = new Set([
  "ne",
  "not_in",
  "not_contains",
  "not_starts_with",
]);
const including = new Set<FilterOp>([
  "eq",
  "in",
  "contains",
  "starts_with",
  "ends_with",
  "matches",
]);

/** Whether an operator compares a text, so that another name for it would do as well. */
export const isOfText = (op: FilterOp): boolean => excluding.has(op) || including.has(op);

/** A text as a pattern that matches it alone. */
export const patternText = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A value as a whole word of a title, "chrome" of "Google Chrome"; null for operators that ask for no whole value. */
export function wordCondition(sql: string, { op, value }: Filter): string | null {
  if (!["eq", "in", "ne", "not_in"].includes(op)) return null;
  const words = listOf(value).map((one) => patternText(String(one ?? "").toLowerCase()));
  const pattern = quote(`(^|[^a-z0-9])(${words.join("|")})([^a-z0-9]|$)`);
  const found = `regex_match(lower(${sql}), ${pattern}, 0) IS NOT NULL`;
  return excluding.has(op) ? `NOT (${found})` : found;
}

/** A filter as an SQL condition on the expression that gives its field. */
export function condition(sql: string, field: Field, { op, value }: Filter): string {
  const values = listOf(value);
  const first = values[0] ?? null;
  if (op === "empty") return `coalesce(${sql}, '') = ''`;
  if (op === "not_empty") return `coalesce(${sql}, '') <> ''`;
  if (op === "eq" || op === "in") {
    return field.type === "mode" ? modeCondition(sql, String(first)) : equality(sql, field, values);
  }
  if (op === "ne" || op === "not_in") return `NOT coalesce(${equality(sql, field, values)}, 0)`;
  if (op === "in_cidr" || op === "not_in_cidr") {
    const inside = values
      // A firewall rule's address may be a range itself.
      .map((range) => `in_cidr_block(${quote(String(range))}, split(${sql}, '/', 0))`)
      .join(" OR ");
    const known = `${sql} <> ''`;
    return op === "in_cidr" ? `${known} AND (${inside})` : `${known} AND NOT (${inside})`;
  }
  const version = versionComparisons[op];
  if (version) return `version_compare(${sql}, ${quote(String(first))}) ${version}`;
  const sign = comparisons[op];
  if (sign) return `CAST(${sql} AS NUMERIC) ${sign} ${scalar(field, first)}`;
  if (field.type === "mode") return modeCondition(sql, String(first));
  return textCondition(sql, { op, value: String(first), path: field.type === "path" }) ?? "0";
}
