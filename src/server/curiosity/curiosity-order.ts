import { everyPage, type Store } from "../../store/port.ts";
import type { CuriosityRecord } from "../../store/records.ts";

/** What an item's place in the list hangs on. */
export type Place = Pick<CuriosityRecord, "active" | "slot_at" | "id">;

/** By next run, paused items last, and then by id. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.active !== b.active) return a.active ? -1 : 1;
  if (a.active && a.slot_at !== b.slot_at) return a.slot_at - b.slot_at;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** The standing questions of every account, each in the order they are listed in. */
export interface CuriosityOrder {
  of(accountId: string): Promise<readonly CuriosityRecord[]>;
  stop(): void;
}

/**
 * The store has items by id, not by next run: an account's are sorted once for all the pages of a
 * list, until one of them changes.
 */
export function createCuriosityOrder(store: Store): CuriosityOrder {
  const sorted = new Map<string, CuriosityRecord[]>();
  // What was being read while an item changed may have the old one.
  let changes = 0;
  const stop = store.watch((changed) => {
    if (!changed.some(({ kind }) => kind === "curiosity")) return;
    changes += 1;
    sorted.clear();
  });

  async function sort(accountId: string): Promise<CuriosityRecord[]> {
    const changesBefore = changes;
    const records: CuriosityRecord[] = [];
    for await (const page of everyPage(store, "curiosity", { account: accountId })) {
      records.push(...page);
    }
    records.sort(comparePlaces);
    if (changes === changesBefore) sorted.set(accountId, records);
    return records;
  }

  return { of: async (accountId) => sorted.get(accountId) ?? sort(accountId), stop };
}
