import type { InvestigationRow } from "../../contract/investigation.ts";
import { relativeTime } from "../text/relative-time.ts";
import { type Paint, type Style, severityPaint } from "../text/style.ts";
import { atLeast, type PanelBody } from "./panel.ts";
import type { InvestigationFacts } from "./top-facts.ts";

const barWidth = 10;

export function investigationPanel(facts: InvestigationFacts, style: Style): PanelBody {
  const rows = [...facts.running, ...facts.latest];
  return {
    sums: sumsOf(facts),
    ids: rows.map(({ investigation_id }) => investigation_id),
    table: {
      columns: ["state", "question", "started", "hosts", "findings", "severity", "phase", "id"],
      whole: ["state", "started", "id"],
      spare: ["started", "hosts", "findings", "severity", "phase", "id"],
      paints: {
        state: statePaint,
        severity: severityPaint,
      },
    },
    row: (at) => cellsOf(rows[at]!, style.nowMs),
    none: "No investigations yet.",
    command: "inquest investigate list",
  };
}

function cellsOf(row: InvestigationRow, nowMs: number) {
  const { progress, summary } = row;
  return [
    stateText(row),
    row.query,
    relativeTime(row.started_at, nowMs),
    progress ? `${progress.agents.answered}/${progress.agents.targeted}` : "",
    progress?.findings ?? null,
    summary?.severity ?? "",
    row.status === "running" ? (progress?.phase ?? "") : "",
    row.investigation_id,
  ];
}

/** `running ████░░░░░░  42%`, or the status alone. */
function stateText({ status, progress }: InvestigationRow): string {
  if (status !== "running") return status;
  const percent = Math.min(100, Math.max(0, progress?.percent ?? 0));
  const filled = Math.round((percent / 100) * barWidth);
  const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
  return `running ${bar} ${String(Math.round(percent)).padStart(3)}%`;
}

function statePaint(state: string): Paint {
  if (state.startsWith("running")) return "cyan";
  if (state === "failed") return "red";
  return state === "completed" ? "green" : "dim";
}

function sumsOf({ running, moreRunning, latest }: InvestigationFacts): string {
  const queued = latest.filter(({ status }) => status === "queued").length;
  const failed = latest.filter(({ status }) => status === "failed").length;
  // If all of the newest are queued, there may be more.
  const moreQueued = queued > 0 && queued === latest.length;
  const parts = [
    `${atLeast(running.length, moreRunning)} running`,
    `${atLeast(queued, moreQueued)} queued`,
  ];
  if (failed > 0) parts.push(`${failed} of the last ${latest.length} failed`);
  return parts.join(", ");
}
