import type pg from "pg";
import { deliveryStatuses, isFinal } from "../../../contract/enums.ts";
import { lowestId, lowestUuidV7 } from "../../../core/ids.ts";
import { inSlices, type Slice } from "./in-slices.ts";

// The lists of ids are arrays, not joins: an index is then used however old the statistics are.
const sliceSize = 1000;

/** Final deliveries made before. One that is being replayed is left for the next sweep. */
export function sweepDeliveries(pool: pg.Pool, beforeMs: number): Promise<number> {
  return inSlices(pool, "delivery", (client, after) =>
    runSlice(
      client,
      `WITH removed AS (
         DELETE FROM inquest.delivery WHERE id = ANY(ARRAY(
           SELECT id FROM inquest.delivery
           WHERE id > $1 AND id < $3 AND status = ANY($4::text[])
           ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
         )) RETURNING id
       )
       SELECT count(*)::int AS removed, count(*)::int AS seen, max(id) AS last FROM removed`,
      [after, sliceSize, lowestId("dlv", beforeMs), deliveryStatuses.filter(isFinal)],
    ),
  );
}

/** Events emitted before that no stored delivery refers to: only stored deliveries can be replayed. */
export function sweepEvents(pool: pg.Pool, beforeMs: number): Promise<number> {
  return inSlices(pool, "event", (client, after) =>
    runSlice(
      client,
      `WITH old AS MATERIALIZED (
         SELECT id, account_id FROM inquest.event WHERE id > $1 AND id < $3 ORDER BY id LIMIT $2
       ), removed AS (
         DELETE FROM inquest.event WHERE id = ANY(ARRAY(
           SELECT id FROM old WHERE NOT EXISTS (
             SELECT FROM inquest.delivery
             WHERE delivery.account_id = old.account_id AND delivery.event_id = old.id
           )
         )) RETURNING id
       )
       SELECT (SELECT count(*) FROM removed)::int AS removed, count(*)::int AS seen, max(id) AS last
       FROM old`,
      [after, sliceSize, lowestUuidV7(beforeMs)],
    ),
  );
}

export function sweepIdempotency(pool: pg.Pool, beforeMs: number): Promise<number> {
  return inSlices(pool, "idempotency", (client) =>
    runSlice(
      client,
      `WITH removed AS (
         DELETE FROM inquest.idempotency WHERE id = ANY(ARRAY(
           SELECT id FROM inquest.idempotency WHERE stored_at < to_timestamp($2 / 1000.0)
           ORDER BY stored_at LIMIT $1 FOR UPDATE SKIP LOCKED
         )) RETURNING id
       )
       SELECT count(*)::int AS removed, count(*)::int AS seen, max(id) AS last FROM removed`,
      [sliceSize, beforeMs],
    ),
  );
}

async function runSlice(client: pg.PoolClient, sql: string, values: unknown[]): Promise<Slice> {
  const { rows } = await client.query<{ removed: number; seen: number; last: string | null }>(
    sql,
    values,
  );
  const { removed, seen, last } = rows[0]!;
  return { removed, last: seen < sliceSize ? null : last };
}
