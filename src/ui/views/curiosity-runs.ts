import type { CuriosityItem } from "../../contract/curiosity.ts";
import type { InvestigationPage, InvestigationRow } from "../../contract/investigation.ts";
import { changeLines } from "../plain/changes.ts";
import { nextRunText } from "../plain/next-run.ts";
import { relativeTime } from "../text/relative-time.ts";
import { indent, narrower, paragraphs } from "../text/section.ts";
import { severityPaint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import { changedCell, type KnownChanges, moreLines } from "./curiosity.ts";
import type { Style, View } from "./view.ts";

/** Runs of one scheduled question, newest first. */
export interface RunList {
  page: InvestigationPage;
  /** By run. */
  changes: KnownChanges;
  /** The question, where it has no runs. */
  item: CuriosityItem | null;
}

/** One row per run, with its new (+) and resolved (-) findings below. */
export const runListView: View<RunList> = {
  json: ({ page }) => page,
  plain: (list, style) => {
    const { investigations, next_cursor } = list.page;
    if (investigations.length === 0) return paragraphs(noRuns(list, style), style);
    const columns = ["id", "status", "severity", "found", "changed", "started"];
    const rows = investigations.map((run) => rowOf(run, list, style));
    const lines = renderTable(
      { columns, rows, whole: ["id"], paints: { severity: severityPaint } },
      style,
    );
    return [
      ...lines.flatMap((line) => [line, ...differences(line, list, style)]),
      ...moreLines({ next_cursor, listed: rows.length, lookedUp: list.changes.size }, style),
    ];
  },
};

function noRuns({ item }: RunList, style: Style): string {
  if (!item) return "No runs.";
  if (!item.active)
    return `No runs yet: it is paused. Resume it: inquest curiosity resume ${item.id}`;
  return `No runs yet; the first is due ${nextRunText(item, style)}.`;
}

function rowOf(run: InvestigationRow, { changes }: RunList, { nowMs }: Style) {
  const { investigation_id, status, summary, progress, started_at } = run;
  return [
    investigation_id,
    status,
    summary?.severity ?? "",
    progress?.findings ?? null,
    changedCell(changes.get(investigation_id)),
    relativeTime(started_at, nowMs),
  ];
}

/** The differences of the run in this line, found by its id, which is never cut. */
function differences(line: string, { changes }: RunList, style: Style): string[] {
  const id = /\binv_\w+/.exec(line)?.[0];
  const found = id === undefined ? undefined : changes.get(id);
  return found ? indent(changeLines(found, narrower(style, 2))) : [];
}
