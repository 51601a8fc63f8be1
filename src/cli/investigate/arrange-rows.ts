import type { Cell } from "../../contract/common.ts";
import type { Answer } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { usageError } from "../errors/usage-error.ts";

/** The order of the value of --sort. */
export interface Sort {
  column: string;
  descending: boolean;
}

const descendingEnd = ":desc";

export function parseSort(text: string): Sort {
  const descending = text.endsWith(descendingEnd);
  return { column: descending ? text.slice(0, -descendingEnd.length) : text, descending };
}

/** Digits in texts compare by value, so that versions and addresses are in their order. */
const { compare: compareTexts } = new Intl.Collator("en", { numeric: true });

/** The rows by a column: numbers before texts; rows without a value are last in both orders. */
export function sortRows(answer: Answer, { column, descending }: Sort, id: string): Answer {
  const at = positionOf(answer, column, id);
  const has = (row: Cell[]) => row[at] !== null && row[at] !== "";
  const sign = descending ? -1 : 1;
  const rows = answer.rows.toSorted((a, b) =>
    has(a) && has(b) ? sign * compareCells(a[at]!, b[at]!) : Number(has(b)) - Number(has(a)),
  );
  return { ...answer, rows };
}

function compareCells(a: NonNullable<Cell>, b: NonNullable<Cell>): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number") return -1;
  return typeof b === "number" ? 1 : compareTexts(a, b);
}

/** The answer with these columns only, in this order. */
export function chooseColumns(answer: Answer, columns: string[], id: string): Answer {
  const order = columns.map((column) => positionOf(answer, column, id));
  return { ...answer, columns, rows: answer.rows.map((row) => order.map((at) => row[at] ?? null)) };
}

function positionOf({ columns }: Answer, column: string, id: string): number {
  const at = columns.indexOf(column);
  if (at >= 0) return at;
  throw usageError(
    `The answer has no column ${escapeControl(column)}.`,
    `Its columns are ${columns.map(escapeControl).join(", ")}. Show it again with: investigate show ${escapeControl(id)}.`,
  );
}
