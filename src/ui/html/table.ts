import type { Cell } from "../../contract/common.ts";
import { type Html, html } from "../../core/html.ts";
import { ownValue } from "../../core/own-value.ts";
import { formatCell } from "../../core/text/format-cell.ts";
import type { TableData } from "../text/table-layout.ts";

/** A table that scrolls within the page where it is wider; `caption` says what it is. */
export function dataTable(caption: string, { columns, rows, formats }: TableData): Html {
  const shape = { columns, formats, numeric: numericColumns(columns.length, rows) };
  return scrolling(
    { caption },
    html`<thead><tr>${headsOf(shape)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cellsOf(row, shape)}</tr>\n`)}</tbody>`,
  );
}

/**
 * A box around a table; `label` tells it from others with the same caption. What overflows can be
 * reached by keyboard only if the box takes the focus.
 */
export function scrolling(
  { caption, label = caption }: { caption: string; label?: string },
  content: Html,
): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>
<caption>${caption}</caption>
${content}
</table></div>`;
}

/** Which columns hold numbers alone, and are read from their right end. */
export function numericColumns(count: number, rows: Cell[][]): boolean[] {
  return Array.from({ length: count }, (_, at) => {
    const cells = rows.map((row) => row[at] ?? null).filter((cell) => cell !== null);
    return cells.length > 0 && cells.every((cell) => typeof cell === "number");
  });
}

/** The columns of a table, and how their cells are shown. */
export interface TableShape {
  columns: string[];
  formats: TableData["formats"];
  numeric: boolean[];
}

export function headsOf({ columns, numeric }: TableShape): Html[] {
  return columns.map((name, at) => html`<th scope="col"${numeric[at] && number}>${name}</th>`);
}

export function cellsOf(row: Cell[], { columns, formats = {}, numeric }: TableShape): Html[] {
  return row.map((cell, at) => {
    const text = formatCell(cell, ownValue(formats, columns[at] ?? ""));
    return html`<td${numeric[at] && number}>${text}</td>`;
  });
}

const number = html` class="number"`;
