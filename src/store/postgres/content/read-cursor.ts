import type pg from "pg";

/** The rows of a query, in parts of `size`. Must run in a transaction. */
export async function* readCursor<R extends pg.QueryResultRow>(
  client: Pick<pg.ClientBase, "query">,
  { name, query, size }: { name: string; query: string; size: number },
): AsyncGenerator<R[]> {
  await client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await client.query<R>(`FETCH ${size} FROM ${name}`);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await client.query(`CLOSE ${name}`);
}
