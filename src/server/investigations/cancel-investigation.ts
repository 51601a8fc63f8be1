import { type CancelResponse, isTerminal } from "../../contract/investigation.ts";
import { isoTime } from "../../core/clock.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { notFound } from "../http/errors.ts";
import { findInvestigation } from "./find-investigation.ts";
import type { InvestigationServices } from "./services.ts";

type CancelServices = Pick<InvestigationServices, "store" | "clock" | "cancelRunning">;

/** Ends an investigation that has not ended; what it found so far stays. */
export async function cancelInvestigation(
  services: CancelServices,
  target: { accountId: string; id: string },
): Promise<CancelResponse> {
  for (;;) {
    const found = await findInvestigation(services.store, target);
    if (!found) throw notFound();
    const { record, revision } = found;
    if (isTerminal(record.status)) return { ok: true, status: record.status };
    const cancelled = toCancelled(record, services.clock.now());
    // The run may finish or report progress meanwhile: whoever commits first wins, we look again.
    const { ok } = await services.store.commit(
      [{ type: "put", kind: "investigation", record: cancelled }],
      [{ kind: "investigation", id: record.id, is: "unchanged", revision }],
    );
    if (!ok) continue;
    services.cancelRunning(record.id);
    return { ok: true, status: "cancelled" };
  }
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
