import type { Store } from "../../store/port.ts";
import type { Kind } from "../../store/records.ts";
import { createDoorbell } from "../http/signal.ts";

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
  const { ring, wait } = createDoorbell();
  const unwatch = store.watch((changes) => {
    if (changes.some((change) => change.kind === kind && change.id === id)) ring();
  });
  signal.addEventListener("abort", ring);
  return {
    async next(quietMs) {
      if (signal.aborted) return "changed";
      return (await wait(quietMs)) === "rung" ? "changed" : "quiet";
    },
    stop() {
      unwatch();
      signal.removeEventListener("abort", ring);
    },
  };
}
