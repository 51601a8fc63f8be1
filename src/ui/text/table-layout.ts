import type { Cell } from "../../contract/common.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { ownValue } from "../../core/own-value.ts";
import { type CellFormat, formatCell } from "../../core/text/format-cell.ts";
import type { Paint, Style } from "./style.ts";
import { textWidth } from "./text-width.ts";

export interface TableData {
  columns: string[];
  /** Each in the order of `columns`. */
  rows: Cell[][];
  /** What the numbers of some columns are, by their name. */
  formats?: Record<string, CellFormat> | undefined;
  /** Whether columns without any value are left out, and a host's name for itself beside the same. */
  skipsEmpty?: boolean;
  /** Columns that are useless when cut, such as ids to copy. */
  whole?: string[];
  /** Columns to drop, last first, when they leave too little room for the others. */
  spare?: string[];
  /** Colours of the cells of some columns, by their text. */
  paints?: Record<string, (text: string) => Paint | undefined>;
}

/** A column with its name and cells escaped. */
export interface Column {
  name: string;
  texts: string[];
  /** Cells of the terminal that its widest text takes. */
  width: number;
  align: "left" | "right";
  paint?: (text: string) => Paint | undefined;
}

/** Terminal cells between two columns. */
export const columnGap = 2;
/** Columns are not cut below this width; a table that would need it is shown as records. */
const minColumnWidth = 8;
/** Spare columns are not cut below this width. */
const minSpareWidth = 24;

/** The columns to show, each with its final width; null if they can't fit the terminal. */
export function layOutTable(
  data: TableData,
  style: Style,
  columns: Column[] = chooseColumns(data, style),
): Column[] | null {
  const wanted = columns.map(({ width }) => width);
  const minimum = columns.map(({ name, width }) =>
    data.whole?.includes(name) ? width : Math.min(width, minColumnWidth),
  );
  const widths = fitWidths(wanted, minimum, style.width - columnGap * (columns.length - 1));
  return widths && columns.map((column, at) => ({ ...column, width: widths[at]! }));
}

/** The requested columns; names that the table doesn't have are reported and skipped. */
export function chooseColumns(data: TableData, { columns: wanted = [], hint, width }: Style) {
  const { columns } = data;
  const indexes = wanted.map((name) => columns.indexOf(name)).filter((at) => at >= 0);
  const unknown = wanted.filter((name) => !columns.includes(name));
  if (unknown.length > 0) hint?.(noColumn(unknown, columns));
  if (indexes.length > 0) return indexes.map((at) => columnOf(data, at));
  const known = columns.map((_, at) => columnOf(data, at));
  const filled = known.filter(
    (one) => one.texts.some((text) => text !== "") && !repeatsHost(one, known),
  );
  const all = data.skipsEmpty && filled.length > 0 ? filled : known;
  return dropSpareColumns(all, data.spare ?? [], width);
}

function repeatsHost({ name, texts }: Column, all: Column[]): boolean {
  const host = all.find((one) => one.name === "host");
  return (
    name === "hostname" && host !== undefined && texts.every((text, at) => text === host.texts[at])
  );
}

function columnOf({ columns, rows, paints, formats = {} }: TableData, at: number): Column {
  const known = columns[at]!;
  const name = escapeControl(known);
  const format = ownValue(formats, known);
  const texts = rows.map((row) => escapeControl(formatCell(row[at] ?? null, format)));
  const width = texts.reduce((most, text) => Math.max(most, textWidth(text)), textWidth(name));
  return { name, texts, width, align: alignmentOf(rows, at), paint: ownValue(paints ?? {}, known) };
}

function dropSpareColumns(all: Column[], spare: string[], room: number): Column[] {
  let columns = all;
  const widthOf = ({ name, width }: Column) =>
    spare.includes(name) ? Math.min(width, minSpareWidth) : width;
  for (const dropped of spare.toReversed()) {
    if (sum(columns.map((one) => widthOf(one) + columnGap)) - columnGap <= room) break;
    columns = columns.filter(({ name }) => name !== dropped);
  }
  return columns;
}

function noColumn(unknown: string[], columns: string[]): string {
  const names = (list: string[]) => list.map(escapeControl).join(", ");
  return `There is no column ${names(unknown)} here. Columns: ${names(columns)}.`;
}

/** Numbers are aligned on the right. */
function alignmentOf(rows: Cell[][], at: number): "left" | "right" {
  const cells = rows.map((row) => row[at]).filter((cell) => cell !== null);
  return cells.length > 0 && cells.every((cell) => typeof cell === "number") ? "right" : "left";
}

/** Widths with a sum of at most `room`, cut from the widest columns first; null if impossible. */
function fitWidths(wanted: number[], minimum: number[], room: number): number[] | null {
  if (sum(minimum) > room) return null;
  const widths = [...wanted];
  for (let excess = sum(widths) - room; excess > 0; ) {
    const shrinkable = widths.map((width, at) => (width > minimum[at]! ? width : 0));
    const widest = Math.max(...shrinkable);
    const at = shrinkable.indexOf(widest);
    // Columns of one width shrink in turns.
    const next = Math.max(minimum[at]!, ...shrinkable.filter((_, other) => other !== at));
    const cut = Math.min(excess, Math.max(1, widest - next));
    widths[at] = widest - cut;
    excess -= cut;
  }
  return widths;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
