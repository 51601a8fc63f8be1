import type { Cell } from "../../../contract/common.ts";
import type { Answer } from "../../../contract/summary.ts";
import { escapeControl } from "../../../core/escape-control.ts";

/** The rows of an answer as RFC 4180 has them, under a line with the columns; empty without an answer. */
export function answerCsv(answer: Answer | null): string {
  if (!answer) return "";
  return [answer.columns, ...answer.rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** Line breaks are escaped like other control characters, so that a row is a line. */
function field(cell: Cell): string {
  const text = cell === null ? "" : escapeControl(String(cell));
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
