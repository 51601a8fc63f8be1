import type { Cell } from "../../contract/common.ts";
import type { TableData } from "../text/table-layout.ts";

/** A panel of the operator's screen. */
export interface Panel extends PanelBody {
  title: string;
}

export interface PanelBody {
  /** A one-line summary. */
  sums: string;
  /** Ids of the rows, in order. */
  ids: string[];
  table: Omit<TableData, "rows">;
  row(at: number): Cell[];
  /** Shown when there are no rows. */
  none: string;
  /** The command that lists the rest. */
  command: string;
}

/** The rows of a panel from one index up to another. */
export function panelTable(
  { ids, table, row }: Panel,
  { from, to }: { from: number; to: number },
): TableData {
  const last = Math.min(to, ids.length);
  const rows = Array.from({ length: Math.max(0, last - from) }, (_, at) => row(from + at));
  return { ...table, rows };
}

/** `12`, or `50+` when there are more than were listed. */
export function atLeast(amount: number, more: boolean): string {
  return more ? `${amount}+` : String(amount);
}
