import type { Change, ChangedRecord } from "./store.ts";

export interface Watcher {
  changed(records: ChangedRecord[]): void;
  missed?: (() => void) | undefined;
}

/** The watchers of a store's durable commits. One that throws keeps no other from being notified. */
export class Watchers {
  readonly #watchers = new Set<Watcher>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Adds a watcher and returns the function that removes it. */
  add(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  notify(records: ChangedRecord[]): void {
    this.#each((watcher) => watcher.changed(records));
  }

  missed(): void {
    this.#each((watcher) => watcher.missed?.());
  }

  #each(call: (watcher: Watcher) => void): void {
    for (const watcher of this.#watchers) {
      try {
        call(watcher);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

export function changedRecords(changes: Change[]): ChangedRecord[] {
  return changes.map((change) => {
    const { kind } = change;
    if (change.type === "remove") return { kind, id: change.id };
    const { id } = change.record;
    return change.kind === "delivery"
      ? { kind, id, subscription: change.record.subscription_id }
      : { kind, id };
  });
}
