import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { Page, PageQuery } from "../../port/store.ts";
import type { Kind, Records } from "../../records.ts";
import { columnsOf, type RecordRow, selected, tableOf, toText, toVersioned } from "./columns.ts";

const sliceSize = 1000;

/** One page, by an index; fields without one are compared here, slice by slice. */
export async function readPage<K extends Kind>(
  pool: pg.Pool,
  kind: K,
  query: PageQuery<Records[K]>,
): Promise<Page<Records[K]>> {
  const indexed = new Set(
    columnsOf(kind)
      .filter(({ isIndexed }) => isIndexed)
      .map(({ name }) => name),
  );
  const where = Object.entries(query.where ?? {}).filter(([, wanted]) => wanted !== undefined);
  const others = where.filter(([field]) => !indexed.has(field));
  const columns = where.filter(([field]) => indexed.has(field)) as [string, string | null][];
  const limit = others.length > 0 ? sliceSize : query.limit + 1;
  const records: Records[K][] = [];
  for (let { after } = query; ; ) {
    const slice = await readSlice(pool, kind, { ...query, after, limit, columns });
    for (const record of slice) {
      if (!matches(record, others)) continue;
      // One record beyond the limit shows that there is a next page.
      if (records.length === query.limit) return { records, next: records.at(-1)!.id };
      records.push(record);
    }
    if (slice.length < limit) return { records, next: null };
    after = slice.at(-1)!.id;
  }
}

/** Every record of a kind, slice by slice in the order of ids. */
export async function* scanRecords<K extends Kind>(
  pool: pg.Pool,
  kind: K,
): AsyncGenerator<Records[K]> {
  for (let after = ""; ; ) {
    const { rows } = await pool.query<RecordRow>(
      `SELECT ${selected(kind)} FROM ${tableOf(kind)} WHERE id > $1 ORDER BY id LIMIT ${sliceSize}`,
      [after],
    );
    for (const row of rows) yield toVersioned<K>(row).record;
    const last = rows.at(-1);
    if (!last || rows.length < sliceSize) return;
    after = toText(last.record.id);
  }
}

async function readSlice<K extends Kind>(
  pool: pg.Pool,
  kind: K,
  {
    account,
    order,
    after,
    from,
    below,
    limit,
    columns,
  }: Omit<PageQuery<Records[K]>, "where"> & { columns: [string, string | null][] },
): Promise<Records[K][]> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const isAscending = order === "oldest_first";
  const conditions = [`account_id = ${parameter(toText(account))}`];
  for (const [field, wanted] of columns)
    conditions.push(
      wanted === null ? `${field} IS NULL` : `${field} = ${parameter(toText(wanted))}`,
    );
  if (after !== undefined)
    conditions.push(`id ${isAscending ? ">" : "<"} ${parameter(toText(after))}`);
  if (from !== undefined) conditions.push(`id >= ${parameter(toText(from))}`);
  if (below !== undefined) conditions.push(`id < ${parameter(toText(below))}`);
  const { rows } = await pool.query<RecordRow>(
    `SELECT ${selected(kind)} FROM ${tableOf(kind)} WHERE ${conditions.join(" AND ")}
     ORDER BY id ${isAscending ? "ASC" : "DESC"} LIMIT ${limit}`,
    values,
  );
  return rows.map((row) => toVersioned<K>(row).record);
}

function matches(record: object, where: [string, unknown][]): boolean {
  return where.every(([field, wanted]) =>
    isDeepStrictEqual((record as Record<string, unknown>)[field], wanted),
  );
}
