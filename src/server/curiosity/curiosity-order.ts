import { everyPage, type Store } from "../../store/port/store.ts";
import type { CuriosityRecord } from "../../store/records.ts";

/** The fields that items are sorted by. */
export type SortKey = Pick<CuriosityRecord, "active" | "slot_at" | "id">;

/** Sorts by next run, then by id; paused items come last. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  if (a.active !== b.active) return a.active ? -1 : 1;
  if (a.active && a.slot_at !== b.slot_at) return a.slot_at - b.slot_at;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** The scheduled questions of each account in list order. */
export interface CuriosityOrder {
  of(accountId: string): Promise<readonly CuriosityRecord[]>;
  stop(): void;
}

/**
 * The store sorts items by id, not by next run. An account's items are sorted once for all pages of
 * a list, and again after any of them changes.
 */
export function createCuriosityOrder(store: Store): CuriosityOrder {
  const sorted = new Map<string, CuriosityRecord[]>();
  // A read that was in progress during a change may have returned the old item.
  let changes = 0;
  const forget = () => {
    changes += 1;
    sorted.clear();
  };
  const stop = store.watch((changed) => {
    if (changed.some(({ kind }) => kind === "curiosity")) forget();
  }, forget);

  async function sort(accountId: string): Promise<CuriosityRecord[]> {
    const changesBefore = changes;
    const records: CuriosityRecord[] = [];
    for await (const page of everyPage(store, "curiosity", { account: accountId })) {
      records.push(...page);
    }
    records.sort(compareSortKeys);
    if (changes === changesBefore) sorted.set(accountId, records);
    return records;
  }

  return { of: async (accountId) => sorted.get(accountId) ?? sort(accountId), stop };
}
