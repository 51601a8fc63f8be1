import { type CancelResponse, isTerminal } from "../../contract/investigation.ts";
import { isoTime } from "../../core/clock.ts";
import { updateRecord } from "../../store/port/update-record.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { notFound } from "../http/errors.ts";
import { findInvestigation } from "./find-investigation.ts";
import type { InvestigationServices } from "./services.ts";

type CancelServices = Pick<InvestigationServices, "store" | "clock">;

/** Cancels an investigation unless it has ended; its findings so far are retained. */
export async function cancelInvestigation(
  services: CancelServices,
  target: { accountId: string; id: string },
): Promise<CancelResponse> {
  const { store, clock } = services;
  const { id } = target;
  const read = () => findInvestigation(store, target);
  // The run may finish or report progress meanwhile: whoever commits first wins.
  const ended = await updateRecord(store, { kind: "investigation", id, read }, (record) => {
    if (!record) throw notFound();
    if (isTerminal(record.status)) return { changes: [], result: record.status };
    const cancelled = toCancelled(record, clock.now());
    return { changes: [{ type: "put", kind: "investigation", record: cancelled }], result: null };
  });
  return { ok: true, status: ended ?? "cancelled" };
}

function toCancelled(record: InvestigationRecord, nowMs: number): InvestigationRecord {
  const lastSeq = Math.max(record.progress_seq, record.timeline.at(-1)?.seq ?? 0);
  return {
    ...record,
    status: "cancelled",
    completed_at: isoTime(nowMs),
    timeline: [...record.timeline, { seq: lastSeq + 1, type: "status", status: "cancelled" }],
    due_at: null,
    lease: null,
  };
}
