import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Page, PageQuery } from "../port.ts";
import type { Kind, Records } from "../records.ts";
import type { SortedKeys } from "./sorted-keys.ts";
import type { Tables } from "./tables.ts";

// A filter that matches little looks at many records; others get a turn after each few milliseconds.
const filteredSlice = 5_000;

function matches(record: object, where: [string, unknown][]): boolean {
  return where.every(([field, wanted]) => {
    const value = (record as Record<string, unknown>)[field];
    return value === wanted || (typeof wanted === "object" && isDeepStrictEqual(value, wanted));
  });
}

/** Every id after the page before, in order; changes between two slices neither repeat nor skip others. */
async function* walk(
  ids: SortedKeys,
  { order, after, sliceSize }: Pick<PageQuery<unknown>, "order" | "after"> & { sliceSize: number },
): AsyncGenerator<string[]> {
  for (let last = after; ; await nextTurn()) {
    const rest = order === "oldest_first" ? ids.rising(last) : ids.falling(last);
    const slice: string[] = [];
    for (const id of rest) if (slice.push(id) === sliceSize) break;
    yield slice;
    if (slice.length < sliceSize) return;
    last = slice.at(-1);
  }
}

/** One page of an account's records, read along the account's own sorted ids. */
export async function readPage<K extends Kind>(
  tables: Tables,
  kind: K,
  query: PageQuery<Records[K]>,
): Promise<Page<Records[K]>> {
  const { rows, accounts } = tables.table(kind);
  const ids = accounts.get(query.account);
  const where = Object.entries(query.where ?? {}).filter(([, wanted]) => wanted !== undefined);
  const records: Records[K][] = [];
  if (!ids) return { records, next: null };
  const sliceSize = where.length > 0 ? filteredSlice : query.limit + 1;
  for await (const slice of walk(ids, { ...query, sliceSize })) {
    for (const id of slice) {
      const record = rows.get(id)?.record as Records[K] | undefined;
      if (!record || !matches(record, where)) continue;
      // One more than asked for tells whether there is a next page.
      if (records.length === query.limit) return { records, next: records.at(-1)!.id };
      records.push(record);
    }
  }
  return { records, next: null };
}
