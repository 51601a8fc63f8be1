import type pg from "pg";
import { tableOf } from "../records/columns.ts";
import { jobSchema, maxAttempts } from "./job-schema.ts";

/** Makes the jobs available again that are locked by no running server. */
export async function unlockJobs(pool: Pick<pg.Pool, "query">): Promise<void> {
  await pool.query(
    `SELECT ${jobSchema}.force_unlock_workers(array_agg(DISTINCT locked_by))
     FROM (
       SELECT locked_by FROM ${jobSchema}._private_jobs
       UNION SELECT locked_by FROM ${jobSchema}._private_job_queues
     ) AS locks
     WHERE locked_by <> ALL (SELECT unnest(worker_pools) FROM inquest.server)`,
  );
}

/**
 * Adds the jobs of due records that have none: after an import, or a restore without the tables of
 * graphile-worker.
 */
export async function addMissingJobs(pool: Pick<pg.Pool, "query">): Promise<void> {
  const missing = (["investigation", "curiosity"] as const).map(
    (kind) => `
      SELECT '${kind}' AS task, json_build_object('id', id) AS payload, NULL AS queue,
        due_at, '${kind}/' || id AS key
      FROM ${tableOf(kind)} WHERE due_at IS NOT NULL AND lease_until IS NULL`,
  );
  await pool.query(
    `WITH due AS (
       ${missing.join(" UNION ALL ")}
       UNION ALL
       SELECT 'delivery', json_build_object('subscription', subscription_id), subscription_id,
         min(due_at), 'delivery/' || subscription_id
       FROM inquest.delivery WHERE due_at IS NOT NULL GROUP BY subscription_id
     )
     SELECT count(${jobSchema}.add_job(
       task, payload, queue_name => queue, run_at => to_timestamp(due_at / 1000.0),
       max_attempts => ${maxAttempts}, job_key => key
     )) FROM due
     WHERE NOT EXISTS (
       SELECT FROM ${jobSchema}._private_jobs AS job
       WHERE job.key = due.key OR job.key = 'retry/' || due.queue
     )`,
  );
}
