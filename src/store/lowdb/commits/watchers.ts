import type { Change } from "../../port/store.ts";
import type { Kind } from "../../records.ts";
import type { StoreLog } from "../files/store-log.ts";

type Listener = (changed: { kind: Kind; id: string }[]) => void;

/** The listeners to durable commits. */
export class Watchers {
  readonly #listeners = new Set<Listener>();
  readonly #log: StoreLog;

  constructor(log: StoreLog) {
    this.#log = log;
  }

  /** Adds a listener and returns the function that removes it. */
  add(listener: Listener): () => void {
    // Wrapped, so that a function added twice is two listeners.
    const own: Listener = (changed) => listener(changed);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  notify(changes: Change[]): void {
    const changed = changes.map((change) => ({
      kind: change.kind,
      id: change.type === "put" ? change.record.id : change.id,
    }));
    for (const listener of this.#listeners) {
      try {
        listener(changed);
      } catch (error) {
        this.#log({ type: "listener_failed", error });
      }
    }
  }
}
