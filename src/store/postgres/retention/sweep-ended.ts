import type pg from "pg";
import type { Kind, Records } from "../../records.ts";
import { type RecordRow, tableOf, toText, toVersioned } from "../records/columns.ts";
import { inSlices } from "./in-slices.ts";

const sliceSize = 200;

export interface EndedQuery<R> {
  /** SQL that an index can answer, over `$3`…; leaves few records that are kept. */
  where: string;
  values: unknown[];
  /** Whether to remove it. */
  isOld(record: R): boolean;
  blobsOf?(record: R): string[];
}

/**
 * Removes records whose end only the record itself has, with their blobs. They are locked while that
 * is decided; one that is being changed is left for the next sweep.
 */
export function sweepEnded<K extends Kind>(
  pool: pg.Pool,
  kind: K,
  { where, values, isOld, blobsOf }: EndedQuery<Records[K]>,
): Promise<number> {
  const table = tableOf(kind);
  return inSlices(pool, kind, async (client, after) => {
    const { rows } = await client.query<RecordRow>(
      `SELECT revision, record FROM ${table} WHERE id > $1 AND ${where}
       ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [after, sliceSize, ...values],
    );
    const records = rows.map((row) => toVersioned<K>(row).record);
    const old = records.filter(isOld);
    await client.query(`DELETE FROM ${table} WHERE id = ANY($1::text[])`, [
      old.map(({ id }) => toText(id)),
    ]);
    const blobs = old.flatMap((record) => blobsOf?.(record) ?? []);
    await client.query("DELETE FROM inquest.blob WHERE name = ANY($1::text[])", [blobs]);
    const last = records.length < sliceSize ? null : toText(records.at(-1)!.id);
    return { removed: old.length, last };
  });
}
