import type pg from "pg";
import type { ClaimQuery, Versioned } from "../../port/store.ts";
import type { JobKind, Records } from "../../records.ts";
import { type RecordRow, selected, tableOf, toText, toVersioned } from "./columns.ts";

/** Leases free jobs: the named ones in the given order, else the longest due first. */
export async function claimJobs<K extends JobKind>(
  pool: pg.Pool,
  kind: K,
  { worker, server, nowMs, leaseMs, limit, ids }: ClaimQuery & { server: string },
): Promise<Versioned<Records[K]>[]> {
  const table = tableOf(kind);
  const chosen = ids
    ? `due_at IS NOT NULL AND id = ANY($6::text[])`
    : `due_at <= $1 AND $6::text[] IS NULL`;
  const order = ids ? "array_position($6::text[], id)" : "due_at, id";
  // SKIP LOCKED: another server that is claiming or changing a job gets it.
  const { rows } = await pool.query<RecordRow & { id: string }>(
    `WITH chosen AS MATERIALIZED (
       SELECT id FROM ${table}
       WHERE ${chosen} AND (lease_until IS NULL OR lease_until <= $1)
       ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED
     ), leased AS (
       UPDATE ${table} AS job SET lease_worker = $3, lease_until = $4, lease_server = $5
       FROM chosen WHERE job.id = chosen.id
       RETURNING job.id, due_at, ${selected(kind)}
     )
     SELECT * FROM leased ORDER BY ${order}`,
    [nowMs, limit, worker, nowMs + leaseMs, server, ids?.map(toText) ?? null],
  );
  return rows.map((row) => toVersioned<K>(row));
}
