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
    ...(isCompared(record) && { changes: blob.changes ?? null }),
  };
}

/** Whether the run is compared with an earlier one, where there is one. */
const isCompared = ({ curiosity_id, reading }: InvestigationRecord): boolean =>
  curiosity_id !== null || reading?.follow_up?.asks === "changes";
