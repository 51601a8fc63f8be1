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

/** Rows under aligned headings that fit the width, or one record after the other where they can't. */
export function renderTable(data: TableData, style: Style): string[] {
  const { columns, rows } = chooseColumns(data, style);
  const texts = rows.map((row) => row.map(cellText));
  const wanted = columns.map((name, at) =>
    Math.max(textWidth(name), ...texts.map((row) => textWidth(row[at]!))),
  );
  const least = columns.map((name, at) =>
    data.whole?.includes(name) ? wanted[at]! : Math.min(wanted[at]!, minColumnWidth),
  );
  const widths = fitWidths(wanted, least, style.width - gap.length * (columns.length - 1));
  if (widths === null) return renderRecords(columns, texts, style);
  const sides = columns.map((_, at) => sideOf(rows, at));
  const padded = (text: string, at: number) =>
    padText(truncateText(text, widths[at]!), widths[at]!, sides[at]);
  const line = (row: string[]) =>
    row.map((text, at) => painted(padded(text, at), data.paints?.[columns[at]!])).join(gap);
  return [
    paint(style, "dim", columns.map(padded).join(gap).trimEnd()),
    ...texts.map((row) => line(row).trimEnd()),
  ];
}

/** The padding stays outside of the colour. */
function painted(cell: string, colour: ((text: string) => string) | undefined): string {
  const text = cell.trim();
  return colour && text ? cell.replace(text, () => colour(text)) : cell;
}

/** The wanted columns alone; names that the table doesn't have are told and left out. */
function chooseColumns(data: TableData, { columns: wanted = [], hint, width }: Style) {
  const { columns } = data;
  const places = wanted.map((name) => columns.indexOf(name)).filter((at) => at >= 0);
  const unknown = wanted.filter((name) => !columns.includes(name));
  if (unknown.length > 0) hint?.(noColumn(unknown, columns));
  return pick(data, places.length > 0 ? places : placesWithRoom(data, width));
}

function pick({ columns, rows }: TableData, places: number[]): Pick<TableData, "columns" | "rows"> {
  return {
    columns: places.map((at) => columns[at]!),
    rows: rows.map((row) => places.map((at) => row[at] ?? null)),
  };
}

/** Every column, without the spare ones that there is no room for. */
function placesWithRoom({ columns, rows, spare = [] }: TableData, width: number): number[] {
  let places = columns.map((_, at) => at);
  if (spare.length === 0) return places;
  const widths = columns.map((name, at) => {
    const wanted = Math.max(textWidth(name), ...rows.map((row) => textWidth(cellText(row[at]!))));
    return spare.includes(name) ? Math.min(wanted, minSpareWidth) : wanted;
  });
  for (const name of spare.toReversed()) {
    if (sum(places.map((at) => widths[at]! + gap.length)) - gap.length <= width) break;
    places = places.filter((at) => columns[at] !== name);
  }
  return places;
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

function renderRecords(columns: string[], texts: string[][], style: Style): string[] {
  const nameWidth = Math.max(...columns.map(textWidth));
  return texts.flatMap((row, index) => [
    ...(index > 0 ? [""] : []),
    ...row.map((text, at) => {
      const name = paint(style, "dim", padText(columns[at]!, nameWidth));
      return `${name}${gap}${truncateText(text, style.width - nameWidth - gap.length)}`.trimEnd();
    }),
  ]);
}
