import { escapeControl } from "../../core/escape-control.ts";

/** Text from hosts with its control characters escaped; the lines stay lines. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeControl).join("\n");
}

/** A value with every text in it escaped: what shows structured content may be a terminal. */
export function escapeValues<T>(value: T): T {
  if (typeof value === "string") return escapeLines(value) as T;
  if (Array.isArray(value)) return value.map(escapeValues) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, part]) => [
    escapeLines(key),
    escapeValues(part),
  ]);
  return Object.fromEntries(entries);
}
