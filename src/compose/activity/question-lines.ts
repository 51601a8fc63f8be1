import type { InvestigationRecord } from "../../store/records.ts";
import type { ActivityLine } from "./line.ts";

/** A question may be SQL of 64 kB. */
const shownCharacters = 120;

export function questionLine({ id, query, curiosity_id }: InvestigationRecord): ActivityLine {
  const characters = [...query];
  const shown =
    characters.length > shownCharacters
      ? `${characters.slice(0, shownCharacters - 1).join("")}…`
      : query;
  const kind = curiosity_id === null ? "Question" : "Scheduled question";
  return {
    level: "info",
    fields: { event: "investigation.queued", investigation_id: id, curiosity_id },
    text: `${kind}: ${shown}`,
  };
}

/** How an investigation ended; its answer stays out of the log. */
export function outcomeLine(investigation: InvestigationRecord): ActivityLine {
  const { id, status, summary, started_at, completed_at } = investigation;
  const duration_ms = Date.parse(completed_at ?? started_at) - Date.parse(started_at);
  return {
    level: "info",
    fields: {
      event: `investigation.${status}`,
      investigation_id: id,
      severity: summary?.severity,
      error: investigation.error?.code,
      duration_ms,
    },
    text: `${outcomeText(investigation)} (${id}, ${(duration_ms / 1000).toFixed(1)} s)`,
  };
}

function outcomeText({ status, summary, error }: InvestigationRecord): string {
  if (error) return `Not answered: ${error.message.replace(/\.$/, "")}`;
  if (!summary) return status === "cancelled" ? "Cancelled" : "Ended";
  const { coverage, severity, findings_by_severity } = summary;
  const findings = Object.values(findings_by_severity).reduce((sum, n) => sum + n, 0);
  const found =
    findings === 0 ? "" : `${findings} finding${findings === 1 ? "" : "s"}, ${severity}; `;
  return `Answered: ${found}${coverage.agents_answered} of ${coverage.agents_targeted} hosts`;
}
