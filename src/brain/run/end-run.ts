import type { Severity } from "../../contract/common.ts";
import type { Failure, InvestigationStatus } from "../../contract/investigation.ts";
import type { Reading } from "../../contract/reading.ts";
import { isoTime } from "../../core/clock.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import type { BrainServices } from "../ports/services.ts";
import { toInvestigationRow } from "./investigation-row.ts";
import { inStatus, type RunRecord } from "./run-record.ts";

/** Why a run ends without an answer; the reading is given where the question was read. */
interface Why {
  error: Failure;
  reading?: Reading;
}

/** Ends a run that has no answer, with its event. */
export async function failRun(run: RunRecord, services: BrainServices, why: Why): Promise<void> {
  await run.update(failed(services, why), tellFailed(services));
}

export function failed(services: BrainServices, { error, reading }: Why) {
  return (record: InvestigationRecord): InvestigationRecord => ({
    ...ended(record, "failed", services),
    reading: reading ?? record.reading,
    error,
  });
}

export function tellFailed({ emit }: BrainServices) {
  return (record: InvestigationRecord) => emit(outcomeEvent(record, "investigation.failed"));
}

/** The record in its last status: nobody's work any more. */
export function ended(
  record: InvestigationRecord,
  status: InvestigationStatus,
  { clock }: Pick<BrainServices, "clock">,
): InvestigationRecord {
  return {
    ...inStatus(record, status),
    completed_at: isoTime(clock.now()),
    due_at: null,
    lease: null,
  };
}

export function outcomeEvent(
  record: InvestigationRecord,
  type: "investigation.completed" | "investigation.failed",
  severity?: Severity,
) {
  const tags = record.scope.filter?.tags ?? {};
  return {
    accountId: record.account_id,
    type,
    data: { ...(severity && { severity }), tags, investigation: toInvestigationRow(record) },
  };
}
