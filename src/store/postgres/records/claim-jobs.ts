import type pg from "pg";
import type { ClaimQuery, Versioned } from "../../port/store.ts";
import type { JobKind, Records } from "../../records.ts";
import { type RecordRow, selected, tableOf, toText, toVersioned } from "./columns.ts";

type Claim = ClaimQuery & {
  /** The id of this server. */
  server: string;
};

/** Leases free jobs: the named ones in the given order, else the longest due first. */
export function claimJobs<K extends JobKind>(
  pool: pg.Pool,
  kind: K,
  claim: Claim,
): Promise<Versioned<Records[K]>[]> {
  const chosen = claim.ids
    ? "due_at IS NOT NULL AND id = ANY($6::text[])"
    : "due_at <= $1 AND $6::text[] IS NULL";
  return lease(pool, kind, { ...claim, chosen: `${chosen} AND ${isFree}` });
}

/** Our clock may be a little behind the one by which jobs start. */
const clockErrorMs = 1_000;

/**
 * Leases due jobs that were assigned to this server, also those that it has leased already: the
 * response of an earlier claim may have been lost.
 */
export function claimAssigned<K extends JobKind>(
  pool: pg.Pool,
  kind: K,
  claim: Claim & { ids: string[] },
): Promise<Versioned<Records[K]>[]> {
  const isDue = `due_at <= $1::bigint + ${clockErrorMs} AND id = ANY($6::text[])`;
  return lease(pool, kind, { ...claim, chosen: `${isDue} AND (${isFree} OR lease_worker = $3)` });
}

/** Whether a job that could not be claimed is due: another server has not released it yet. */
export async function isDueElsewhere(
  pool: pg.Pool,
  kind: JobKind,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<boolean> {
  const { rows } = await pool.query(`SELECT FROM ${tableOf(kind)} WHERE id = $1 AND due_at <= $2`, [
    toText(id),
    nowMs + clockErrorMs,
  ]);
  return rows.length > 0;
}

const isFree = "(lease_until IS NULL OR lease_until <= $1)";

async function lease<K extends JobKind>(
  pool: pg.Pool,
  kind: K,
  { worker, server, nowMs, leaseMs, limit, ids, chosen }: Claim & { chosen: string },
): Promise<Versioned<Records[K]>[]> {
  const table = tableOf(kind);
  const order = ids ? "array_position($6::text[], id)" : "due_at, id";
  // SKIP LOCKED: another server that is claiming or changing a job gets it.
  const { rows } = await pool.query<RecordRow & { id: string }>(
    `WITH chosen AS MATERIALIZED (
       SELECT id FROM ${table}
       WHERE ${chosen}
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
