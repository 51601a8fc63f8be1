import { setTimeout as delay } from "node:timers/promises";
import { isFinal } from "../../contract/enums.ts";
import { backoffMs } from "../../core/backoff.ts";
import type { Store, Versioned } from "../../store/port/store.ts";
import { updateRecord } from "../../store/port/update-record.ts";
import type { DeliveryRecord } from "../../store/records.ts";

/** Between attempts to record, for example while the disk is full. */
const retryDelay = { baseMs: 1_000, capMs: 10_000, random: () => 0 };

/**
 * Commits an attempt's outcome, retrying until it is durable. Returns the new record, or null when
 * the delivery was removed or is already final. After `signal` aborts, it tries once more: an attempt
 * that is not recorded is repeated at the next start.
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
        // A commit whose response was lost with the connection to the database may have succeeded.
        if (before.attempts.length > record.attempts.length) return { changes: [], result: before };
        const after = attempted(before);
        return { changes: [{ type: "put", kind: "delivery", record: after }], result: after };
      });
    } catch (error) {
      if (failures === 0) onError(error);
      if (isLast) return null;
      await delay(backoffMs(failures++, retryDelay), undefined, { signal }).catch(() => undefined);
    }
  }
}
