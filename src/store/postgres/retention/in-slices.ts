import type pg from "pg";
import type { Kind } from "../../records.ts";
import { inTransaction } from "../connection/in-transaction.ts";

/** Any constant, other than that of migrations; the same for every inquest server. */
const lockId = 0x1d9e58;

export interface Slice {
  /** How many records it has removed. */
  removed: number;
  /** The id of its last record, removed or kept; null if there are no more records. */
  last: string | null;
}

/**
 * Removes slice by slice, each in a transaction of its own, so that no lock is held for long. Only
 * one server at a time sweeps a kind: another one that holds the lock does the rest. The lock ends
 * with the transaction, so a server that dies doesn't keep it.
 */
export async function inSlices(
  pool: pg.Pool,
  kind: Kind,
  sweepSlice: (client: pg.PoolClient, after: string) => Promise<Slice>,
): Promise<number> {
  let removed = 0;
  for (let after: string | null = ""; after !== null; ) {
    const from: string = after;
    const slice: Slice | null = await inTransaction(pool, async (client) =>
      (await isLocked(client, kind)) ? sweepSlice(client, from) : null,
    );
    removed += slice?.removed ?? 0;
    after = slice?.last ?? null;
  }
  return removed;
}

async function isLocked(client: pg.PoolClient, kind: Kind): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked",
    [lockId, kind],
  );
  return rows[0]?.locked === true;
}
