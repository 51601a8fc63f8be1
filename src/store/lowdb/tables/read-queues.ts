import type { QueueStatistics, Queues } from "../../port/statistics.ts";
import type { JobKind } from "../../records.ts";
import { isDue, isFree } from "./due-index.ts";
import type { JobRecord, Tables } from "./tables.ts";

/** The jobs that a claim at `nowMs` could take. */
export function readQueues(tables: Tables, nowMs: number): Queues {
  return {
    investigation: readQueue(tables, "investigation", nowMs),
    delivery: readQueue(tables, "delivery", nowMs),
    curiosity: readQueue(tables, "curiosity", nowMs),
  };
}

function readQueue(tables: Tables, kind: JobKind, nowMs: number): QueueStatistics {
  const { due, rows } = tables.table(kind);
  let depth = 0;
  let oldestDueAt: number | null = null;
  for (const id of due.candidates(nowMs, Number.POSITIVE_INFINITY)) {
    const job = rows.get(id)?.record as JobRecord | undefined;
    if (!job || !isDue(job, nowMs) || !isFree(job, nowMs)) continue;
    depth += 1;
    oldestDueAt = Math.min(oldestDueAt ?? Number.POSITIVE_INFINITY, job.due_at as number);
  }
  return { depth, oldestDueAt };
}
