import type { JobWork, JobWorker } from "../port/jobs.ts";
import type { Store, Versioned } from "../port/store.ts";
import type { JobKind, Records } from "../records.ts";

const pollEveryMs = 1_000;

/** Works on due jobs by claiming them: when woken, after each job, and every second. */
export function workByClaims<K extends JobKind>(
  store: Pick<Store, "claim">,
  kind: K,
  { worker, clock, leaseMs, concurrency, run, onError }: JobWork<K>,
): JobWorker {
  const running = new Map<string, Promise<void>>();
  let isStopped = false;
  let claiming: Promise<void> = Promise.resolve();
  /** A claim that has not begun, which every caller of `wake` until then can share. */
  let waiting: Promise<void> | undefined;

  const claimMore = async () => {
    waiting = undefined;
    const limit = concurrency - running.size;
    if (isStopped || limit <= 0) return;
    const query = { worker, nowMs: clock.now(), leaseMs, limit };
    // Its own jobs are among them if it could not renew their leases in time.
    for (const job of await store.claim(kind, query)) if (!running.has(job.record.id)) start(job);
  };

  const start = (job: Versioned<Records[K]>) => {
    const { id } = job.record;
    const done = run(job)
      .catch((error: unknown) => onError(error, id))
      .finally(() => {
        running.delete(id);
        wake();
      });
    running.set(id, done);
  };

  const wake = () => {
    waiting ??= claiming.then(claimMore).catch((error: unknown) => onError(error, null));
    claiming = waiting;
    return waiting;
  };

  const poll = setInterval(wake, pollEveryMs);
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(poll);
      await claiming;
      await Promise.all(running.values());
    },
  };
}
