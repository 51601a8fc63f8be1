import type { Cell } from "../../contract/common.ts";
import { ownValue } from "../../core/own-value.ts";
import { formatCell } from "../../core/text/format-cell.ts";
import type { TableData } from "../text/table-layout.ts";
import { escapeMarkdown, sqlBlock } from "./escape.ts";

/** A table of GitHub's; a cell can't end it. */
export function table({ columns, rows, formats = {} }: TableData): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const text = (cell: Cell, at: number) =>
    escapeMarkdown(formatCell(cell, ownValue(formats, columns[at] ?? "")));
  return [
    line(columns.map(escapeMarkdown)),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(row.map(text))),
  ].join("\n");
}

/** Statements that open at a click on words of ours. */
export function sqlDetails(summary: string, statements: string[]): string[] {
  if (statements.length === 0) return [];
  return [`<details><summary>${summary}</summary>`, sqlBlock(statements), "</details>"];
}

export function bullets(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
