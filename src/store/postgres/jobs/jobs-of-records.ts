import type { DeliveryRecord, JobKind, Kind, Records } from "../../records.ts";
import { isJobKind, toText } from "../records/columns.ts";
import { jobSchema, maxAttempts } from "./job-schema.ts";

/** A job of graphile-worker, as `add_jobs` takes it. */
export interface JobSpec {
  /** The task that runs it. */
  task: JobKind;
  payload: { id: string } | { subscription: string };
  /** Of the jobs of one queue, one runs at a time. */
  queue: string | null;
  /** Epoch ms. */
  runAtMs: number;
  /** A job with the same key that has not started is replaced. */
  key: string;
}

const jobKey = (kind: JobKind, id: string) => `${kind}/${toText(id)}`;

/**
 * The jobs that belong in the commit of these records. A record with a lease is being worked on. All
 * new deliveries of a subscription are one job; `shared-deliveries.ts` adds that of its retries.
 */
export function jobsOfRecords(records: Map<Kind, Records[Kind][]>): JobSpec[] {
  const jobs = new Map<string, JobSpec>();
  for (const [kind, ofKind] of records) {
    if (!isJobKind(kind)) continue;
    for (const record of ofKind as Records[JobKind][]) {
      if (record.due_at === null || record.lease !== null) continue;
      const job =
        kind === "delivery" ? firstAttempt(record as DeliveryRecord) : jobOf(kind, record);
      if (job) jobs.set(job.key, job);
    }
  }
  // In one order, so that two servers that add the same jobs wait but don't deadlock.
  return [...jobs.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function jobOf(kind: Kind, { id, due_at }: Records[JobKind]): JobSpec {
  const task = kind as JobKind;
  return { task, payload: { id }, queue: null, runAtMs: due_at as number, key: jobKey(task, id) };
}

function firstAttempt({ subscription_id, attempts, due_at }: DeliveryRecord): JobSpec | undefined {
  if (attempts.length > 0) return undefined;
  return {
    task: "delivery",
    payload: { subscription: subscription_id },
    queue: toText(subscription_id),
    runAtMs: due_at as number,
    key: jobKey("delivery", subscription_id),
  };
}

/** A query that adds jobs, for use within a statement. */
export function addJobs(jobs: JobSpec[], parameter: (value: unknown) => string): string {
  const column = (of: (job: JobSpec) => unknown, type: string) =>
    `${parameter(jobs.map(of))}::${type}[]`;
  const columns = [
    column(({ task }) => task, "text"),
    column(({ payload }) => JSON.stringify(payload), "text"),
    column(({ queue }) => queue, "text"),
    column(({ runAtMs }) => runAtMs / 1_000, "float8"),
    column(({ key }) => key, "text"),
  ];
  return `SELECT count(*) FROM ${jobSchema}.add_jobs(ARRAY(
    SELECT ROW(task, payload::json, queue, to_timestamp(run_at), ${maxAttempts}, key, 0, NULL)::${jobSchema}.job_spec
    FROM unnest(${columns.join(", ")}) AS job(task, payload, queue, run_at, key)
  ))`;
}
