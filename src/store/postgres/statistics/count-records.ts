import type pg from "pg";
import type { Kind } from "../../records.ts";
import { kinds, tableOf } from "../records/columns.ts";

/** Counting more reads too much of the table; from here on PostgreSQL's estimate is close enough. */
const maxCounted = 10_000;

/** Records of each kind: counted, or estimated where there are many. */
export async function countRecords(pool: pg.Pool): Promise<Record<Kind, number>> {
  const counts = kinds.map(
    (kind) => `SELECT '${kind}' AS kind, reltuples::float8 AS estimate,
        (SELECT count(*)::int FROM (SELECT FROM ${tableOf(kind)} LIMIT ${maxCounted + 1}) AS first)
          AS counted
      FROM pg_class WHERE oid = '${tableOf(kind)}'::regclass`,
  );
  const { rows } = await pool.query<{ kind: Kind; counted: number; estimate: number }>(
    counts.join(" UNION ALL "),
  );
  return Object.fromEntries(
    rows.map(({ kind, counted, estimate }) => [
      kind,
      counted > maxCounted ? Math.max(counted, estimate) : counted,
    ]),
  ) as Record<Kind, number>;
}
