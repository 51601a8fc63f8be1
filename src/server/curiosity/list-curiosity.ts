import { defaultPageSize } from "../../contract/common.ts";
import type { CuriosityPage } from "../../contract/curiosity.ts";
import type { Store } from "../../store/port.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import type { ListQuery } from "../http/list-page.ts";
import { toCuriosityItem } from "./curiosity-items.ts";
import { type CuriosityOrder, comparePlaces, type Place } from "./curiosity-order.ts";

const textOf = ({ active, slot_at, id }: Place) => `${active ? slot_at : "paused"} ${id}`;
const isPlace = (text: string) => /^(-?\d{1,16}|paused) cur_\w{26}$/.test(text);

function readPlace(cursor: string): Place {
  const [next = "", id = ""] = decodeCursor(cursor, isPlace).split(" ");
  return { active: next !== "paused", slot_at: Number(next), id };
}

/** One page, the next to run first. */
export async function listCuriosity(
  { store, order }: { store: Store; order: CuriosityOrder },
  accountId: string,
  { limit = defaultPageSize, cursor }: ListQuery,
): Promise<CuriosityPage> {
  const items = await order.of(accountId);
  const start = cursor === undefined ? 0 : countUpTo(items, readPlace(cursor));
  const page = items.slice(start, start + limit);
  return {
    items: await Promise.all(page.map((record) => toCuriosityItem(store, record))),
    next_cursor: start + limit < items.length ? encodeCursor(textOf(page.at(-1)!)) : null,
  };
}

/** How many of the sorted items are at the place or before it. */
function countUpTo(items: readonly Place[], place: Place): number {
  let low = 0;
  for (let high = items.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (comparePlaces(items[middle]!, place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
