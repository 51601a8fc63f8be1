import type pg from "pg";
import { investigationStatuses, isTerminal } from "../../../contract/enums.ts";
import { lowestId } from "../../../core/ids.ts";
import { idempotencyMs, type SweepQuery, type SweepSummary } from "../../port/retention.ts";
import { investigationBlobs } from "../../records.ts";
import { scanRecords } from "../records/read-records.ts";
import { sweepDeliveries, sweepEvents, sweepIdempotency } from "./sweep-by-time.ts";
import { sweepEnded } from "./sweep-ended.ts";

/** Implements `Store.sweep`. Deliveries are removed before their events, which they refer to. */
export async function sweep(
  pool: pg.Pool,
  { nowMs, retentionMs }: SweepQuery,
): Promise<SweepSummary> {
  const beforeMs = Math.max(0, nowMs - retentionMs);
  return {
    investigations: await sweepInvestigations(pool, beforeMs),
    idempotency: await sweepIdempotency(pool, nowMs - idempotencyMs),
    acceptances: await sweepAcceptances(pool, beforeMs),
    deliveries: await sweepDeliveries(pool, beforeMs),
    events: await sweepEvents(pool, beforeMs),
  };
}

const isBefore = (time: string | null, ms: number) => time !== null && Date.parse(time) < ms;

/** What was started after `beforeMs` has not ended before, so the id bounds what is read. */
async function sweepInvestigations(pool: pg.Pool, beforeMs: number): Promise<number> {
  const inUse = new Set<string | null>();
  for await (const { last_completed_id } of scanRecords(pool, "curiosity"))
    inUse.add(last_completed_id);
  return sweepEnded(pool, "investigation", {
    where: "id < $3 AND status = ANY($4::text[])",
    values: [lowestId("inv", beforeMs), investigationStatuses.filter(isTerminal)],
    isOld: ({ id, completed_at }) => isBefore(completed_at, beforeMs) && !inUse.has(id),
    blobsOf: investigationBlobs,
  });
}

/** An account has at most 1,000 acceptances, so all are read. */
function sweepAcceptances(pool: pg.Pool, beforeMs: number): Promise<number> {
  return sweepEnded(pool, "acceptance", {
    where: "true",
    values: [],
    isOld: ({ until }) => isBefore(until, beforeMs),
  });
}
