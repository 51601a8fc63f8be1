import type { Cell } from "../../contract/common.ts";
import type { Style } from "../plain/style.ts";
import { renderTable, type TableData } from "../plain/table.ts";

/** One kind of thing on an operator's screen. */
export interface Panel extends PanelBody {
  title: string;
}

export interface PanelBody {
  /** How it stands, in a line. */
  sums: string;
  /** Of the rows, in their order. */
  ids: string[];
  table: Omit<TableData, "rows">;
  row(at: number): Cell[];
  /** Said where there is no row. */
  none: string;
  /** The command that lists the rest. */
  command: string;
}

/** Headings, and a line for each of the rows from one place up to another. */
export function panelLines(
  { ids, table, row }: Panel,
  { from, to }: { from: number; to: number },
  style: Style,
): string[] {
  const last = Math.min(to, ids.length);
  const rows = Array.from({ length: Math.max(0, last - from) }, (_, at) => row(from + at));
  return renderTable({ ...table, rows }, { ...style, columns: undefined });
}

/** `12`, or `50+` where there are more than were counted. */
export function atLeast(amount: number, more: boolean): string {
  return more ? `${amount}+` : String(amount);
}
