import type { JobKind, Records } from "../../records.ts";
import { SortedKeys } from "./sorted-keys.ts";

type JobRecord = Records[JobKind];

/** Sorts by time, then by id; sixteen digits hold any safe integer. */
function timeKey(ms: number, id: string): string {
  return `${String(Math.max(0, Math.floor(ms))).padStart(16, "0")}${id}`;
}
const timeKeyDigits = 16;

export function isDue({ due_at }: JobRecord, nowMs: number): boolean {
  return due_at !== null && due_at <= nowMs;
}

/** Whether the job is due now or later and has no lease at `nowMs`. */
export function isFree({ due_at, lease }: JobRecord, nowMs: number): boolean {
  return due_at !== null && (lease === null || lease.until <= nowMs);
}

/** Jobs by the time from which they may be claimed: free jobs by `due_at`, leased jobs by lease expiry. */
export class DueIndex {
  readonly #free = new SortedKeys();
  readonly #leased = new SortedKeys();

  add(record: JobRecord): void {
    if (record.due_at === null) return;
    if (record.lease) this.#leased.add(timeKey(record.lease.until, record.id));
    else this.#free.add(timeKey(record.due_at, record.id));
  }

  remove(record: JobRecord): void {
    if (record.due_at === null) return;
    if (record.lease) this.#leased.remove(timeKey(record.lease.until, record.id));
    else this.#free.remove(timeKey(record.due_at, record.id));
  }

  /**
   * Ids of jobs that may be claimable at `nowMs`: all whose lease has expired, and the `limit`
   * free jobs that have been due longest.
   */
  candidates(nowMs: number, limit: number): string[] {
    const end = timeKey(nowMs + 1, "");
    const ids: string[] = [];
    for (const key of this.#leased.ascending()) {
      if (key >= end) break;
      ids.push(key.slice(timeKeyDigits));
    }
    let free = 0;
    for (const key of this.#free.ascending()) {
      if (key >= end || free++ >= limit) break;
      ids.push(key.slice(timeKeyDigits));
    }
    return ids;
  }
}
