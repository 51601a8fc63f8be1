import type { Cell } from "../../../contract/common.ts";
import type { Evidence, Finding } from "../../../contract/summary.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { ownValue } from "../../../core/own-value.ts";
import { formatCell } from "../../../core/text/format-cell.ts";
import { count } from "../../text/section.ts";
import { paint, type Style } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";
import { truncateText } from "../../text/text-width.ts";
import { byColumns } from "../finding-groups.ts";

/** The longest line where the width is not limited. */
const longestLine = 200;

/** The first rows that prove these findings, a line each; every row as a table in full. */
export function evidenceLines(findings: Finding[], mostRows: number, style: Style): string[] {
  const isNamed = findings.length > 1;
  if (style.full)
    return byColumns(findings).flatMap((alike) => evidenceTable(alike, isNamed, style));
  const shown = rowsOf(findings)
    .slice(0, mostRows)
    .map(({ finding, row }) => {
      const host = isNamed ? `${finding.hostname}: ` : "";
      const text = `${host}${rowText(finding.evidence, row)}`;
      return truncateText(escapeControl(text), Math.min(longestLine, style.width));
    });
  return dim([...shown, ...moreRows(findings, shown.length)], style);
}

function evidenceTable(findings: Finding[], isNamed: boolean, style: Style): string[] {
  const own = findings[0]?.evidence.columns ?? [];
  const columns = isNamed ? ["host", ...own] : own;
  const rows = rowsOf(findings).map(({ finding, row }) =>
    isNamed ? [finding.hostname, ...row] : row,
  );
  if (own.length === 0 || rows.length === 0) return [];
  return [
    ...renderTable(
      { columns, rows, formats: findings[0]?.evidence.formats },
      { ...style, columns: undefined },
    ),
    ...dim(moreRows(findings, rows.length), style),
  ];
}

function rowsOf(findings: Finding[]) {
  return findings.flatMap((finding) => finding.evidence.rows.map((row) => ({ finding, row })));
}

function rowText({ columns, formats = {} }: Evidence, row: Cell[]): string {
  const values = columns.map((column, at) => ({
    column,
    value: formatCell(row[at] ?? null, ownValue(formats, column)),
  }));
  const known = values.filter(({ value }) => value !== "");
  return known.map(({ column, value }) => `${column}=${value}`).join(", ");
}

function moreRows(findings: Finding[], shown: number): string[] {
  const hidden = findings.reduce((sum, { evidence }) => sum + evidence.row_count, 0) - shown;
  return hidden > 0 ? [`… ${count(hidden, "more row")}`] : [];
}

function dim(lines: string[], style: Style): string[] {
  return lines.map((line) => paint(style, "dim", line));
}
