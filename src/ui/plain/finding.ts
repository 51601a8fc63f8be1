import type { Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { count, indent, narrower, paragraphs, percent } from "../text/section.ts";
import { paint, paintSeverity, type Style } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import { acceptedLines } from "./acceptance-text.ts";

/** Rows of evidence shown with a finding; the rest is in `--json`. */
const shownRows = 5;

/** One finding: severity, host and title, the rows that prove it, how to fix it. */
export function renderFinding(finding: Finding, style: Style): string[] {
  const inner = narrower(style, 2);
  const host = paint(style, "bold", escapeControl(finding.hostname));
  const title = escapeControl(finding.title);
  const sure = `${percent(finding.confidence)} sure  ${escapeControl(finding.finding_id)}`;
  return [
    `${paintSeverity(style, finding.severity)}  ${host}  ${title}`,
    ...indent(acceptedLines([finding], inner)),
    ...indent(renderEvidence(finding, inner)),
    ...indent(finding.remediation ? paragraphs(`Fix: ${finding.remediation}`, inner) : []),
    ...indent([paint(style, "dim", sure)]),
  ];
}

function renderEvidence({ evidence }: Finding, style: Style): string[] {
  const { columns, rows, row_count, formats } = evidence;
  if (columns.length === 0 || rows.length === 0) return [];
  // A choice of columns is about the answer; evidence keeps its own.
  const table = { columns, formats, rows: rows.slice(0, shownRows), skipsEmpty: true };
  const hidden = row_count - table.rows.length;
  return [
    ...renderTable(table, { ...style, columns: undefined }),
    ...(hidden > 0 ? [paint(style, "dim", `… ${count(hidden, "more row")}`)] : []),
  ];
}
