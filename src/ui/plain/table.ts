import type { Cell } from "../../contract/common.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { paint, type Style } from "./style.ts";
import { padText, textWidth, truncateText } from "./text-width.ts";

export interface TableData {
  columns: string[];
  /** Each in the order of `columns`. */
  rows: Cell[][];
  /** Columns that are of no use when cut, such as ids to copy. */
  whole?: string[];
  /** Columns that are left out, the last first, where they'd leave too little room for the others. */
  spare?: string[];
  /** Colours for the cells of some columns; given a cell as it is shown, without padding. */
  paints?: Record<string, (text: string) => string>;
}

const gap = "  ";
/** Columns aren't cut below this many cells; a table that would need it is shown as records. */
const minColumnWidth = 8;

/** Spare columns aren't cut below this many cells. */
const minSpareWidth = 24;

/** A column as it is shown. */
interface Column {
  name: string;
  texts: string[];
  /** Cells that its widest text takes. */
  width: number;
  side: "left" | "right";
}

/** Rows under aligned headings that fit the width, or one record after the other where they can't. */
export function renderTable(data: TableData, style: Style): string[] {
  const columns = chooseColumns(data, style);
  const wanted = columns.map(({ width }) => width);
  const minimum = columns.map(({ name, width }) =>
    data.whole?.includes(name) ? width : Math.min(width, minColumnWidth),
  );
  const widths = fitWidths(wanted, minimum, style.width - gap.length * (columns.length - 1));
  if (widths === null) return renderRecords(columns, data.rows.length, style);
  const cells = columns.map(({ name, texts, side }, at) => {
    const colour = data.paints?.[name];
    return texts.map((text) => painted(fitText(text, widths[at]!, side), colour));
  });
  const heads = columns.map(({ name, side }, at) => fitText(name, widths[at]!, side));
  return [
    paint(style, "dim", heads.join(gap).trimEnd()),
    ...data.rows.map((_, row) =>
      cells
        .map((column) => column[row])
        .join(gap)
        .trimEnd(),
    ),
  ];
}

function fitText(text: string, width: number, side: Column["side"]): string {
  return padText(truncateText(text, width), width, side);
}

/** The padding stays outside of the colour. */
function painted(cell: string, colour: ((text: string) => string) | undefined): string {
  const text = cell.trim();
  return colour && text ? cell.replace(text, () => colour(text)) : cell;
}

/** The wanted columns alone; names that the table doesn't have are told and left out. */
function chooseColumns(data: TableData, { columns: wanted = [], hint, width }: Style): Column[] {
  const { columns } = data;
  const places = wanted.map((name) => columns.indexOf(name)).filter((at) => at >= 0);
  const unknown = wanted.filter((name) => !columns.includes(name));
  if (unknown.length > 0) hint?.(noColumn(unknown, columns));
  if (places.length > 0) return places.map((at) => columnOf(data, at));
  const all = columns.map((_, at) => columnOf(data, at));
  return columnsWithRoom(all, data.spare ?? [], width);
}

function columnOf({ columns, rows }: TableData, at: number): Column {
  const name = columns[at]!;
  const texts = rows.map((row) => cellText(row[at] ?? null));
  const width = texts.reduce((most, text) => Math.max(most, textWidth(text)), textWidth(name));
  return { name, texts, width, side: sideOf(rows, at) };
}

/** Every column, without the spare ones that there is no room for. */
function columnsWithRoom(all: Column[], spare: string[], room: number): Column[] {
  let columns = all;
  const widthOf = ({ name, width }: Column) =>
    spare.includes(name) ? Math.min(width, minSpareWidth) : width;
  for (const leaving of spare.toReversed()) {
    if (sum(columns.map((one) => widthOf(one) + gap.length)) - gap.length <= room) break;
    columns = columns.filter(({ name }) => name !== leaving);
  }
  return columns;
}

function noColumn(unknown: string[], columns: string[]): string {
  const names = (list: string[]) => list.map(escapeControl).join(", ");
  return `There is no column ${names(unknown)} here; there are ${names(columns)}.`;
}

function cellText(cell: Cell): string {
  return cell === null ? "" : escapeControl(String(cell));
}

function sideOf(rows: Cell[][], at: number): "left" | "right" {
  const cells = rows.map((row) => row[at]).filter((cell) => cell !== null);
  return cells.length > 0 && cells.every((cell) => typeof cell === "number") ? "left" : "right";
}

/** Widths that sum up to at most `room`, taken from the widest columns that can give; null when none do. */
function fitWidths(wanted: number[], least: number[], room: number): number[] | null {
  if (sum(least) > room) return null;
  const widths = [...wanted];
  for (let excess = sum(widths) - room; excess > 0; ) {
    const giving = widths.map((width, at) => (width > least[at]! ? width : 0));
    const widest = Math.max(...giving);
    const at = giving.indexOf(widest);
    // Columns of one width give in turns.
    const next = Math.max(least[at]!, ...giving.filter((_, other) => other !== at));
    const cut = Math.min(excess, Math.max(1, widest - next));
    widths[at] = widest - cut;
    excess -= cut;
  }
  return widths;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function renderRecords(columns: Column[], count: number, style: Style): string[] {
  const nameWidth = Math.max(...columns.map(({ name }) => textWidth(name)));
  const line = ({ name, texts }: Column, row: number) => {
    const text = truncateText(texts[row]!, style.width - nameWidth - gap.length);
    return `${paint(style, "dim", padText(name, nameWidth))}${gap}${text}`.trimEnd();
  };
  return Array.from({ length: count }, (_, row) => [
    ...(row > 0 ? [""] : []),
    ...columns.map((column) => line(column, row)),
  ]).flat();
}
