import type { Cell } from "../../contract/common.ts";

/** Limits in code units, per cell and for all rows: a model can't skim. */
const maxCell = 200;
const maxRowsText = 40_000;

export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const hidden = text.length - length;
  // Not through the middle of a surrogate pair.
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}… (${hidden} more characters)`;
}

/** The first rows up to the limit, as many as there is room for, their cells cut. */
export function cutRows(rows: Cell[][], limit: number): Cell[][] {
  const kept: Cell[][] = [];
  let length = 0;
  for (const row of rows.slice(0, limit)) {
    const cut = row.map((cell) => (typeof cell === "string" ? cutText(cell, maxCell) : cell));
    length += JSON.stringify(cut).length;
    if (length > maxRowsText && kept.length > 0) break;
    kept.push(cut);
  }
  return kept;
}

/** Any value with its lists and texts cut, for data without a known shape. */
export function cutDeep(value: unknown, { items, text }: { items: number; text: number }): unknown {
  if (typeof value === "string") return cutText(value, text);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((part) => cutDeep(part, { items, text }));
    const hidden = value.length - kept.length;
    return hidden > 0 ? [...kept, `… ${hidden} more`] : kept;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, cutDeep(part, { items, text })]),
  );
}
