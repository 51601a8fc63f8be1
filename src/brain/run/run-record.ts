import { type InvestigationStatus, isTerminal } from "../../contract/investigation.ts";
import type { Change, Store } from "../../store/port/store.ts";
import { updateRecord } from "../../store/port/update-record.ts";
import type { InvestigationRecord } from "../../store/records.ts";

/** The stored record of a running investigation. */
export interface RunRecord {
  current(): InvestigationRecord;
  /**
   * Commits `next(record)` together with the changes that `extra` derives from it. False without
   * a change if the investigation has meanwhile reached a terminal status, by a cancel, or if
   * another worker has taken it over, because this one could not renew its lease in time.
   */
  update(
    next: (record: InvestigationRecord) => InvestigationRecord,
    extra?: (committed: InvestigationRecord) => Change[],
  ): Promise<boolean>;
}

/** Whether another worker holds the run. */
export function isTakenOver(
  { lease }: Pick<InvestigationRecord, "lease">,
  worker: string,
): boolean {
  return lease !== null && lease.worker !== worker;
}

export async function openRunRecord(
  store: Store,
  id: string,
  worker: string,
): Promise<RunRecord | undefined> {
  const found = await store.find("investigation", id);
  if (!found) return undefined;
  let latest = found;
  return {
    current: () => latest.record,
    async update(next, extra = () => []) {
      const target = { kind: "investigation", id, known: latest } as const;
      const committed = await updateRecord(store, target, (before) => {
        if (!before || isTerminal(before.status) || isTakenOver(before, worker))
          return { changes: [], result: false };
        const record = next(before);
        return {
          changes: [{ type: "put", kind: "investigation", record }, ...extra(record)],
          result: true,
        };
      });
      const now = await store.find("investigation", id);
      if (!now) return false;
      latest = now;
      return committed;
    },
  };
}

/** The record in a new status, with the timeline entry for its stream. */
export function inStatus(
  record: InvestigationRecord,
  status: InvestigationStatus,
): InvestigationRecord {
  return {
    ...record,
    status,
    timeline: [...record.timeline, { seq: nextSeq(record), type: "status", status }],
  };
}

/** The sequence number of the next step of an investigation's stream. */
export function nextSeq(record: InvestigationRecord): number {
  return Math.max(record.progress_seq, record.timeline.at(-1)?.seq ?? 0) + 1;
}
