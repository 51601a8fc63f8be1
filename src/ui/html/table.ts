import type { Cell } from "../../contract/common.ts";
import { type Html, html } from "../../core/html.ts";
import type { TableData } from "../text/table-layout.ts";

/** A table that scrolls within the page where it is wider; `caption` says what it is. */
export function dataTable(caption: string, { columns, rows }: TableData): Html {
  const numeric = numericColumns(columns.length, rows);
  return scrolling(
    { caption },
    html`<thead><tr>${headsOf(columns, numeric)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cellsOf(row, numeric)}</tr>\n`)}</tbody>`,
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

export function headsOf(columns: string[], numeric: boolean[]): Html[] {
  return columns.map((name, at) => html`<th scope="col"${numeric[at] && number}>${name}</th>`);
}

export function cellsOf(row: Cell[], numeric: boolean[]): Html[] {
  return row.map((cell, at) => html`<td${numeric[at] && number}>${cell}</td>`);
}

const number = html` class="number"`;
