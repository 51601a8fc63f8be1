import { setTimeout as delay } from "node:timers/promises";
import { isFinal } from "../../contract/enums.ts";
import { backoffMs } from "../../core/backoff.ts";
import type { Store, Versioned } from "../../store/port/store.ts";
import { updateRecord } from "../../store/port/update-record.ts";
import type { DeliveryRecord } from "../../store/records.ts";

/** Between tries to record an attempt while the disk is full, say. */
const pause = { baseMs: 1_000, capMs: 10_000, random: () => 0 };

/**
 * Commits an attempt's outcome, trying until it is durable; the record as it is then, or null
 * when the delivery has gone or is over. Once `signal` says so there is one try more: an attempt
 * that isn't recorded is made again at the next start.
 */
export async function recordAttempt(
  { record, revision }: Versioned<DeliveryRecord>,
  attempted: (before: DeliveryRecord) => DeliveryRecord,
  { store, signal, onError }: { store: Store; signal: AbortSignal; onError(error: unknown): void },
): Promise<DeliveryRecord | null> {
  const target = { kind: "delivery", id: record.id, known: { record, revision } } as const;
  for (let failures = 0; ; ) {
    const isLast = signal.aborted;
    try {
      return await updateRecord(store, target, (before) => {
        if (!before || isFinal(before.status)) return { changes: [], result: null };
        const after = attempted(before);
        return { changes: [{ type: "put", kind: "delivery", record: after }], result: after };
      });
    } catch (error) {
      if (failures === 0) onError(error);
      if (isLast) return null;
      await delay(backoffMs(failures++, pause), undefined, { signal }).catch(() => undefined);
    }
  }
}
