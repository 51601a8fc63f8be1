import type { Cell } from "../../contract/common.ts";
import type { ColumnType } from "../../tables/model/table.ts";

/**
 * Converts a collected value to its column's type: text for TEXT, numbers for the others, NULL for
 * anything that is not a number. SQLite does not apply column affinity to virtual tables.
 */
export function toColumnValue(
  value: unknown,
  type: ColumnType | undefined,
): string | number | bigint | null {
  if (value === null || value === undefined) return null;
  if (type === "TEXT") return typeof value === "string" ? value : textOf(value);
  if (typeof value === "number") return Number.isNaN(value) ? null : value;
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (type === undefined) return textOf(value);
  return typeof value === "string" ? numberOf(value, type) : null;
}

function textOf(value: unknown): string {
  if (typeof value === "object") return JSON.stringify(value);
  return typeof value === "boolean" ? (value ? "1" : "0") : String(value);
}

function numberOf(text: string, type: ColumnType): number | bigint | null {
  if (text.trim() === "") return null;
  if (type !== "DOUBLE" && /^\s*[+-]?\d{16,19}\s*$/.test(text)) return BigInt(text.trim());
  const number = Number(text);
  return Number.isNaN(number) ? null : number;
}

/** An integer in a result: a string beyond 2^53. */
export function integerCell(value: bigint): Cell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** A real in a result: a string for infinity, which JSON lacks. */
export function realCell(value: number): Cell {
  return Number.isFinite(value) ? value : String(value);
}
