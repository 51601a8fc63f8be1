import type { Store } from "../store/port.ts";
import type { Kind } from "../store/records.ts";

export interface RecordWatch {
  /** Waits for the record's next change, `quietMs` without one, or the signal (told as a change). */
  next(quietMs: number): Promise<"changed" | "quiet">;
  stop(): void;
}

/** Changes of one record. One that comes while nobody waits is kept for the next call. */
export function watchRecord(
  store: Store,
  { kind, id, signal }: { kind: Kind; id: string; signal: AbortSignal },
): RecordWatch {
  let pending = false;
  let wake: (() => void) | undefined;
  const changed = () => {
    pending = true;
    wake?.();
  };
  const unwatch = store.watch((changes) => {
    if (changes.some((change) => change.kind === kind && change.id === id)) changed();
  });
  signal.addEventListener("abort", changed);
  return {
    async next(quietMs) {
      if (!pending && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, quietMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const outcome = pending || signal.aborted ? "changed" : "quiet";
      pending = false;
      return outcome;
    },
    stop() {
      unwatch();
      signal.removeEventListener("abort", changed);
    },
  };
}
