import type { InvestigationRow } from "../../contract/investigation.ts";
import type { InvestigationRecord } from "../../store/records.ts";

/** An investigation as lists and events contain it: without findings, chains and the answer's rows. */
export function toInvestigationRow(record: InvestigationRecord): InvestigationRow {
  return {
    investigation_id: record.id,
    query: record.query,
    depth: record.depth,
    mode: record.mode,
    scope: record.scope,
    status: record.status,
    curiosity_id: record.curiosity_id,
    started_at: record.started_at,
    dispatched_at: record.dispatched_at,
    completed_at: record.completed_at,
    estimated_completion_seconds: record.estimated_completion_seconds,
    reading: record.reading,
    progress: record.progress,
    freshness: record.freshness,
    error: record.error,
    links: linksOf(record.id),
    ...(record.follow_up_of !== undefined && { follow_up_of: record.follow_up_of }),
    summary: record.summary && {
      narrative: record.summary.narrative,
      severity: record.summary.severity,
    },
  };
}

/** Paths relative to the base address. */
export function linksOf(id: string) {
  const self = `/v1/investigations/${id}`;
  return { self, cancel: self, stream: `${self}/stream` };
}
