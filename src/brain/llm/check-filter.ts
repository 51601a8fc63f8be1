import type { Filter } from "../../contract/reading.ts";
import { parseRange } from "../../core/ip.ts";
import type { Field, Kind, ValueType } from "../questions/model/types.ts";
import { bytesOf } from "../questions/sql/bytes-of.ts";
import type { ModelFilter } from "./model-answer.ts";

const numeric = new Set<ValueType>(["number", "port", "percent", "days", "bytes", "time"]);
const lists = new Set<Filter["op"]>(["in", "not_in", "in_cidr", "not_in_cidr"]);
const ordered = new Set<Filter["op"]>(["gt", "ge", "lt", "le"]);

type Scalar = string | number | boolean | null;

/** The field of a kind; `constructor` is none. */
export const fieldOf = ({ fields }: Kind, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Whether SQL would compare the value as it is meant: the text "22" equals no number. */
function fits({ type }: Field, op: Filter["op"], value: Scalar): boolean {
  if (op.startsWith("version_")) return type === "version" && typeof value === "string";
  if (op.endsWith("in_cidr"))
    return type === "address" && typeof value === "string" && parseRange(value) !== null;
  if (type === "bool") return typeof value === "boolean" && (op === "eq" || op === "ne");
  if (type === "bytes" && typeof value === "string") return bytesOf(value) !== null;
  if (ordered.has(op) || (numeric.has(type) && /^(eq|ne|in|not_in)$/.test(op)))
    return typeof value === "number" && numeric.has(type);
  return typeof value === "string" || (typeof value === "number" && !numeric.has(type));
}

/** A filter of the model as one of a reading; null if the kind can't be filtered so. */
export function checkFilter(
  kind: Kind,
  { field: name, op, value = null }: ModelFilter,
): Filter | null {
  const field = fieldOf(kind, name);
  if (!field) return null;
  if (op === "empty" || op === "not_empty") return { field: name, op, value: null };
  if (Array.isArray(value) && !lists.has(op)) return null;
  const values = Array.isArray(value) ? value : [value];
  return values.every((one) => fits(field, op, one)) ? { field: name, op, value } : null;
}
