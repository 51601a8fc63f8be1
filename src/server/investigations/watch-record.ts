import type { Store } from "../../store/port/store.ts";
import type { Kind } from "../../store/records.ts";
import { createSignal } from "../http/signal.ts";

export interface RecordWatch {
  /** Waits for the record's next change or an abort, which counts as one; at most `timeoutMs`. */
  next(timeoutMs: number): Promise<"changed" | "timeout">;
  stop(): void;
}

/** Watches one record. A change between two calls of `next` ends the second one at once. */
export function watchRecord(
  store: Store,
  { kind, id, signal }: { kind: Kind; id: string; signal: AbortSignal },
): RecordWatch {
  const { notify: ring, wait } = createSignal();
  const unwatch = store.watch((changes) => {
    if (changes.some((change) => change.kind === kind && change.id === id)) ring();
  }, ring);
  signal.addEventListener("abort", ring);
  return {
    async next(timeoutMs) {
      if (signal.aborted) return "changed";
      return (await wait(timeoutMs)) === "notified" ? "changed" : "timeout";
    },
    stop() {
      unwatch();
      signal.removeEventListener("abort", ring);
    },
  };
}
