import { type Clock, isoTime } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import { updateRecord } from "../../store/port/update-record.ts";
import type { KeyRecord } from "../../store/records.ts";

/** Coarse, since a write per request would cost more than the request. */
const recordEveryMs = 3_600_000;

/** Records when keys are used, once an hour at most. */
export interface KeyUses {
  /** Never waits and never fails: a full disk must not refuse a request. */
  used(key: KeyRecord): void;
  /** Resolves when what was used is recorded. */
  stop(): Promise<void>;
}

export function createKeyUses({
  store,
  clock,
  onError,
}: {
  store: Store;
  clock: Clock;
  onError(error: unknown): void;
}): KeyUses {
  /** Also of uses that could not be recorded, which are not tried again for an hour. */
  const recordedMs = new Map<string, number>();
  const pending = new Set<Promise<void>>();

  async function record(id: string, last_used_at: string): Promise<void> {
    try {
      await updateRecord(store, { kind: "key", id }, (before) => ({
        changes: before ? [{ type: "put", kind: "key", record: { ...before, last_used_at } }] : [],
        result: undefined,
      }));
    } catch (error) {
      onError(error);
    }
  }

  return {
    used({ id, is_local, last_used_at }) {
      const nowMs = clock.now();
      const lastMs = recordedMs.get(id) ?? (last_used_at ? Date.parse(last_used_at) : 0);
      // The machine's own key is not listed. `Math.abs`: the clock may be set back.
      if (is_local || Math.abs(nowMs - lastMs) < recordEveryMs) return;
      recordedMs.set(id, nowMs);
      const recorded = record(id, isoTime(nowMs)).finally(() => pending.delete(recorded));
      pending.add(recorded);
    },
    async stop() {
      await Promise.all(pending);
    },
  };
}
