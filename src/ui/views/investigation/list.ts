import type { InvestigationPage, InvestigationRow } from "../../../contract/investigation.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { paint, severityPaint } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";
import type { View } from "../view.ts";

/** Investigations, newest first. */
export const investigationListView: View<InvestigationPage> = {
  plain: ({ investigations, next_cursor }, style) => {
    if (investigations.length === 0) return ["No investigations yet."];
    const columns = ["id", "status", "severity", "started", "question"];
    const rows = investigations.map((row) => rowOf(row, style.nowMs));
    const more = next_cursor === null ? [] : ["There are more: use --all or a higher --limit."];
    return [
      ...renderTable({ columns, rows, whole: ["id"], paints: { severity: severityPaint } }, style),
      ...more.map((line) => paint(style, "dim", line)),
    ];
  },
};

function rowOf(row: InvestigationRow, nowMs: number): string[] {
  const { investigation_id, status, summary, started_at, query } = row;
  return [
    investigation_id,
    status,
    summary?.severity ?? "",
    relativeTime(started_at, nowMs),
    query,
  ];
}
