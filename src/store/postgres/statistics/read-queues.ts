import type pg from "pg";
import type { Queues } from "../../port/statistics.ts";
import type { JobKind } from "../../records.ts";
import { isJobKind, kinds, tableOf } from "../records/columns.ts";

/** A longer queue is reported as this long. */
const maxCounted = 100_000;

/** The jobs that a claim at `nowMs` could take, by the index of due times. */
export async function readQueues(pool: pg.Pool, nowMs: number): Promise<Queues> {
  const counts = kinds.filter(isJobKind).map(
    (kind) => `SELECT '${kind}' AS kind, count(*)::int AS depth, min(due_at)::float8 AS oldest
      FROM (
        SELECT due_at FROM ${tableOf(kind)}
        WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)
        ORDER BY due_at, id LIMIT ${maxCounted}
      ) AS due`,
  );
  const { rows } = await pool.query<{ kind: JobKind; depth: number; oldest: number | null }>(
    counts.join(" UNION ALL "),
    [nowMs],
  );
  return Object.fromEntries(
    rows.map(({ kind, depth, oldest }) => [kind, { depth, oldestDueAt: oldest }]),
  ) as Queues;
}
