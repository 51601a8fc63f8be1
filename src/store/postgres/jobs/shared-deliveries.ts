import type pg from "pg";
import type { SharedDeliveries } from "../../port/shared-state.ts";
import type { DeliveryRecord } from "../../records.ts";
import type { Translated } from "../agents/shared-state.ts";
import { type RecordRow, selected, toText, toVersioned } from "../records/columns.ts";
import { jobSchema, maxAttempts } from "./job-schema.ts";
import type { StartPool } from "./worker-pools.ts";

/**
 * The number of subscriptions that a server works on at a time. High, since slow receivers keep
 * theirs for long and must not delay others.
 */
const concurrency = 1_000;

/**
 * A job that was added while the one before was ending was notified too early: its queue was still
 * locked. By then it is not.
 */
const afterEndMs = 50;

/** A job is all due deliveries of a subscription, so that its limits hold over all servers. */
export function createSharedDeliveries({
  pool,
  translated,
  startPool,
}: {
  pool: pg.Pool;
  translated: Translated;
  startPool: StartPool;
}): SharedDeliveries {
  return {
    work(run) {
      const workers = startPool({
        task: "delivery",
        concurrency,
        async run(payload) {
          const { subscription } = payload as { subscription: string };
          await run(subscription);
          await addNextJob(pool, subscription);
          setTimeout(workers.nudge, afterEndMs).unref();
        },
      });
      return workers;
    },
    next: (subscription, { nowMs, limit }) =>
      translated(async () => {
        const { rows } = await pool.query<RecordRow>(
          `SELECT ${selected("delivery")} FROM inquest.delivery
           WHERE subscription_id = $1 AND due_at IS NOT NULL
             AND (lease_until IS NULL OR lease_until <= $2)
           ORDER BY due_at, id LIMIT $3`,
          [toText(subscription), nowMs, limit],
        );
        return rows.map((row) => toVersioned<"delivery">(row).record as DeliveryRecord);
      }),
  };
}

/** Adds a job for what is due later: a retry, or a delivery that a server which died was sending. */
async function addNextJob(pool: pg.Pool, subscription: string): Promise<void> {
  await pool.query(
    `WITH first AS (
       SELECT greatest(due_at, lease_until) AS at FROM inquest.delivery
       WHERE subscription_id = $1 AND due_at IS NOT NULL ORDER BY due_at, id LIMIT 100
     ), earliest AS (SELECT min(at) AS at FROM first)
     SELECT ${jobSchema}.add_job(
       'delivery', $2, queue_name => $1, run_at => to_timestamp(at / 1000.0),
       max_attempts => ${maxAttempts}, job_key => 'retry/' || $1
     ) FROM earliest WHERE at IS NOT NULL`,
    [toText(subscription), JSON.stringify({ subscription })],
  );
}
