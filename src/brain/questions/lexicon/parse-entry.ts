import { type FilterOp, filterOps } from "../../../contract/reading.ts";
import type { Field, FilterValue, Kind, Predicate, ValueType } from "../model/types.ts";

/** The non-empty lines of a block, trimmed; `#` begins a remark. */
export const linesOf = (block: string | undefined): string[] =>
  (block ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("# "));

/** The items of a list; a sign that means something to YAML stands in quotes. */
export const commaList = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim().replace(/^"(.*)"$/, "$1"))
    .filter(Boolean);

/**
 * `bytes | memory, ram`: a field's type and what people call it. `name~` takes part of a
 * name, `text=` only the whole.
 */
export function parseField(text: string): Field {
  const [sort = "text", words = ""] = text.split("|");
  const [, type = "text", mark] = /^\s*(\w+)([~=]?)/.exec(sort) ?? [];
  return {
    type: type as ValueType,
    words: commaList(words),
    loose: mark === "~",
    exact: mark === "=",
  };
}

/** `percent_used | fullest | emptiest`: the field that rows are compared by, and both ends' names. */
export function parseMeasure(text: string): NonNullable<Kind["measure"]> {
  const [field = "", most = "highest", least = "lowest"] = text.split("|").map((one) => one.trim());
  return { field, most, least };
}

function parseValue(text: string): FilterValue {
  try {
    return JSON.parse(text) as FilterValue;
  } catch {
    return text;
  }
}

/** `on every interface, on all interfaces => address in ["0.0.0.0", "::"]`. */
export function parsePredicate(line: string): Predicate {
  const [says = "", meaning = ""] = line.split("=>");
  const [field = "", op = "", ...rest] = meaning.trim().split(" ");
  if (!filterOps.includes(op as FilterOp)) throw new Error(`not a predicate: ${line}`);
  const value = op.endsWith("empty") ? null : parseValue(rest.join(" "));
  return { wordings: commaList(says), filter: { field, op: op as FilterOp, value } };
}
