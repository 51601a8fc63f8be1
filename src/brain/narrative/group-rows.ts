import type { Cell } from "../../contract/common.ts";
import { formatCell } from "../../core/text/format-cell.ts";
import type { KindWords } from "../model/kind-words.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { type WordedRow, wordRow } from "../text/word-row.ts";

/** Rows that read alike, with their hosts. */
export interface WordedGroup extends WordedRow {
  /** Without a host column, none. */
  hosts: string[];
}

/** The rows as sentences, those of several hosts that read alike together, most hosts first. */
export function groupRows(merged: MergedRows, words: KindWords | undefined): WordedGroup[] {
  const groups = new Map<string, WordedRow & { hosts: Set<string> }>();
  const hostAt = merged.columns.indexOf("host");
  for (const cells of merged.rows) {
    const worded = wordedRow(merged.columns, cells, words);
    const key = JSON.stringify([worded.subject, worded.predicate]);
    const group = groups.get(key) ?? { ...worded, hosts: new Set() };
    groups.set(key, group);
    const host = cells[hostAt];
    if (host !== undefined) group.hosts.add(String(host));
  }
  return [...groups.values()]
    .map((group) => ({ ...group, hosts: [...group.hosts] }))
    .sort((a, b) => b.hosts.length - a.hosts.length);
}

/** In the words of the kind, or else the first values. */
export function wordedRow(
  columns: string[],
  cells: Cell[],
  words: KindWords | undefined,
): WordedRow {
  const { says, formats = {} } = words ?? {};
  const worded = says ? wordRow(says, { columns, cells }, formats) : null;
  return worded ?? { subject: firstValues(columns, cells, words), predicate: "" };
}

const shownValues = 4;
const maxValueLength = 60;

/** The first meaningful values; bare numbers with their column's name. */
function firstValues(columns: string[], cells: Cell[], words: KindWords | undefined): string {
  const values: string[] = [];
  for (const [at, column] of columns.entries()) {
    if (values.length === shownValues) break;
    const cell = cells[at] ?? null;
    if (column === "host" || cell === null || cell === "" || cell === -1) continue;
    const text = formatCell(cell, words?.formats[column]);
    const isBare = typeof cell === "number" && text === String(cell);
    values.push(isBare ? `${column.replaceAll("_", " ")} ${text}` : shorten(text));
  }
  return values.join(", ");
}

function shorten(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text;
}
