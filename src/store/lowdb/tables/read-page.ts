import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Page, PageQuery } from "../../port/store.ts";
import type { Kind, Records } from "../../records.ts";
import type { SortedKeys } from "./sorted-keys.ts";
import type { Tables } from "./tables.ts";

// A selective filter reads many records; it yields to the event loop every few milliseconds.
const sliceSize = 5_000;

type Range = Pick<PageQuery<unknown>, "order" | "after" | "from" | "below">;

function matches(record: object, where: [string, unknown][]): boolean {
  return where.every(([field, wanted]) => {
    const value = (record as Record<string, unknown>)[field];
    return value === wanted || (typeof wanted === "object" && isDeepStrictEqual(value, wanted));
  });
}

/** The ids in the range after the previous page. */
function* walk(ids: SortedKeys, { order, after, from, below }: Range): Generator<string> {
  if (order === "oldest_first") {
    // No string sorts between an id and the same id with a NUL appended.
    const start = highest(after === undefined ? undefined : `${after}\0`, from);
    for (const id of ids.ascending(start)) {
      if (below !== undefined && id >= below) return;
      yield id;
    }
  } else {
    const end = lowest(after, below);
    for (const id of ids.descending(end)) {
      if (from !== undefined && id < from) return;
      yield id;
    }
  }
}

function highest(one?: string, other?: string): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

function lowest(one?: string, other?: string): string | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}

/**
 * One page of an account's records, in the order of its sorted ids or, if `where` names an indexed
 * field, of the ids with that value. Changes between two slices neither repeat nor skip records.
 */
export async function readPage<K extends Kind>(
  tables: Tables,
  kind: K,
  query: PageQuery<Records[K]>,
): Promise<Page<Records[K]>> {
  const { rows, accounts } = tables.table(kind);
  const account = accounts.get(query.account);
  const where = Object.entries(query.where ?? {}).filter(([, wanted]) => wanted !== undefined);
  const records: Records[K][] = [];
  if (!account) return { records, next: null };
  for (let { after } = query; ; await nextTurn()) {
    let visited = 0;
    for (const id of walk(account.narrowest(where), { ...query, after })) {
      const record = rows.get(id)!.record as Records[K];
      if (matches(record, where)) {
        // One record beyond the limit shows that there is a next page.
        if (records.length === query.limit) return { records, next: records.at(-1)!.id };
        records.push(record);
      }
      after = id;
      if (++visited === sliceSize) break;
    }
    if (visited < sliceSize) return { records, next: null };
  }
}
