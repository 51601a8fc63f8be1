import { defaultPageSize } from "../../contract/common.ts";
import type { CuriosityPage } from "../../contract/curiosity.ts";
import type { Store } from "../../store/port/store.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import type { ListQuery } from "../http/list-page.ts";
import { toCuriosityItem } from "./curiosity-items.ts";
import { type CuriosityOrder, compareSortKeys, type SortKey } from "./curiosity-order.ts";

const encodeSortKey = ({ active, slot_at, id }: SortKey) => `${active ? slot_at : "paused"} ${id}`;
const isSortKey = (text: string) => /^(-?\d{1,16}|paused) cur_\w{26}$/.test(text);

function decodeSortKey(cursor: string): SortKey {
  const [next = "", id = ""] = decodeCursor(cursor, isSortKey).split(" ");
  return { active: next !== "paused", slot_at: Number(next), id };
}

/** One page, the next run first. */
export async function listCuriosity(
  { store, order }: { store: Store; order: CuriosityOrder },
  accountId: string,
  { limit = defaultPageSize, cursor }: ListQuery,
): Promise<CuriosityPage> {
  const items = await order.of(accountId);
  const start = cursor === undefined ? 0 : countUpTo(items, decodeSortKey(cursor));
  const page = items.slice(start, start + limit);
  return {
    items: await Promise.all(page.map((record) => toCuriosityItem(store, record))),
    next_cursor: start + limit < items.length ? encodeCursor(encodeSortKey(page.at(-1)!)) : null,
  };
}

/** The number of sorted items up to and including the key. */
function countUpTo(items: readonly SortKey[], key: SortKey): number {
  let low = 0;
  for (let high = items.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (compareSortKeys(items[middle]!, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
