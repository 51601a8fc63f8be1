import type { Severity } from "../../contract/common.ts";
import type { Failure, InvestigationStatus } from "../../contract/investigation.ts";
import type { Reading } from "../../contract/reading.ts";
import { isoTime } from "../../core/clock.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import type { BrainServices } from "../ports/services.ts";
import { toInvestigationRow } from "./investigation-row.ts";
import { inStatus, type RunRecord } from "./run-record.ts";

/** RunFailure a run ends without an answer, and the reading if the question was read. */
interface RunFailure {
  error: Failure;
  reading?: Reading;
}

/** Ends a run without an answer and emits its event. */
export async function failRun(
  run: RunRecord,
  services: BrainServices,
  failure: RunFailure,
): Promise<void> {
  await run.update(asFailed(services, failure), failedEvent(services));
}

export function asFailed(services: BrainServices, { error, reading }: RunFailure) {
  return (record: InvestigationRecord): InvestigationRecord => ({
    ...asEnded(record, "failed", services),
    reading: reading ?? record.reading,
    error,
  });
}

export function failedEvent({ emit }: BrainServices) {
  return (record: InvestigationRecord) => emit(outcomeEvent(record, "investigation.failed"));
}

/** The record in its final status, no longer due or leased. */
export function asEnded(
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
