import type { Kind, Records } from "../records.ts";
import type { Change, Store, Versioned } from "./store.ts";

/** The changes to commit for the record as it was read, and the result once they are committed. */
export interface RecordUpdate<T> {
  /** Empty: nothing is committed, and `result` is returned right away. */
  changes: Change[];
  result: T;
}

export interface RecordTarget<K extends Kind> {
  kind: K;
  id: string;
  /** Reads the record with checks of the caller's own; `store.find` unless given. */
  read?: () => Promise<Versioned<Records[K]> | undefined>;
  /** A version that was read already: the first attempt uses it, later ones read again. */
  known?: Versioned<Records[K]>;
}

/**
 * Optimistic update: reads a record, drafts the changes, and commits them on condition that the
 * record is still the one that was read (or still absent). After a conflict it starts over with
 * the newer record, so `draft` may run several times and must have no effects of its own.
 */
export async function updateRecord<K extends Kind, T>(
  store: Pick<Store, "find" | "commit">,
  { kind, id, read = () => store.find(kind, id), known }: RecordTarget<K>,
  draft: (record: Records[K] | undefined) => RecordUpdate<T> | Promise<RecordUpdate<T>>,
): Promise<T> {
  for (let first = known; ; first = undefined) {
    const found = first ?? (await read());
    const { changes, result } = await draft(found?.record);
    if (changes.length === 0) return result;
    const { ok } = await store.commit(changes, [
      found ? { kind, id, is: "unchanged", revision: found.revision } : { kind, id, is: "absent" },
    ]);
    if (ok) return result;
  }
}
