import type { Clock } from "../../core/clock.ts";
import type { JobKind, Records } from "../records.ts";
import type { Versioned } from "./store.ts";

/** How a process works on the due jobs of a kind. */
export interface JobWork<K extends JobKind> {
  /** Names the worker on leases. */
  worker: string;
  /** The clock by which `due_at` is written. */
  clock: Clock;
  leaseMs: number;
  /** The maximum number of jobs at a time. */
  concurrency: number;
  /**
   * Runs a job, which is leased to the worker. When the promise resolves, the job has ended or its
   * record says when it is due again; when it rejects, the job runs again later.
   */
  run(job: Versioned<Records[K]>): Promise<void>;
  /** Called with every error of a run or of the store; `id` is null if it concerns no single job. */
  onError(error: unknown, id: string | null): void;
}

export interface JobWorker {
  /**
   * Looks for due jobs now and resolves when those found are being run. Without it, due jobs are
   * noticed within two seconds.
   */
  wake(): Promise<void>;
  /** Starts no more jobs, and resolves when those under way have ended. */
  stop(): Promise<void>;
}
