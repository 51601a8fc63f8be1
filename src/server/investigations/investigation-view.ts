import { toInvestigationRow } from "../../brain/run/investigation-row.ts";
import type { Investigation } from "../../contract/investigation.ts";
import type { InvestigationBlob, InvestigationRecord } from "../../store/records.ts";

/** A complete investigation: its list row and the results that lists leave out. */
export function toInvestigation(
  record: InvestigationRecord,
  blob: InvestigationBlob,
): Investigation {
  return {
    ...toInvestigationRow(record),
    summary: record.summary && { ...record.summary, answer: blob.answer },
    findings: blob.findings,
    chains: blob.chains,
    ...(record.curiosity_id !== null && { changes: blob.changes ?? null }),
  };
}
