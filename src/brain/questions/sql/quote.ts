import type { FilterValue } from "../model/types.ts";

/** A text as an SQL literal; a question's words reach a statement through this alone. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A filter's value as an SQL literal. */
export function literal(value: string | number | boolean | null): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "number" && Number.isFinite(value) ? String(value) : quote(String(value));
}

/** The values of a filter as a list. */
export const listOf = (value: FilterValue) => (Array.isArray(value) ? value : [value]);
