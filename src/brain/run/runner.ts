import type { Versioned } from "../../store/port/store.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { maxResumes } from "../model/limits.ts";
import type { BrainServices } from "../ports/services.ts";
import { failRun } from "./end-run.ts";
import { investigate } from "./investigate.ts";
import { isTakenOver, openRunRecord } from "./run-record.ts";

export interface Runner {
  /** Checks for queued investigations now. */
  wake(): void;
  /** Stops claiming and aborts the runs; they resume at the next start. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  services: BrainServices;
  /** Names this process on its leases. */
  worker: string;
  /** The maximum number of concurrent runs. */
  concurrency: number;
  /** Called with every unexpected error: a bug of the server's own. */
  onError(error: unknown, investigationId: string | null): void;
}

const leaseMs = 30_000;
const renewEveryMs = 10_000;
const pollEveryMs = 1_000;

/** Claims queued investigations and runs them. */
export function startRunner({ services, worker, concurrency, onError }: RunnerOptions): Runner {
  const { store, clock } = services;
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>();
  let stopped = false;
  let claiming: Promise<void> | null = null;
  let again = false;

  const claimMore = async () => {
    const limit = concurrency - running.size;
    if (stopped || limit <= 0) return;
    const claimed = await store.claim("investigation", {
      worker,
      nowMs: clock.now(),
      leaseMs,
      limit,
    });
    // Its own runs are among them if it could not renew their leases in time.
    for (const versioned of claimed) if (!running.has(versioned.record.id)) start(versioned);
  };

  const start = ({ record }: Versioned<InvestigationRecord>) => {
    const abort = new AbortController();
    const done = runClaimed(record.id, abort.signal, { services, worker, onError })
      .catch((error: unknown) => onError(error, record.id))
      .finally(() => {
        running.delete(record.id);
        wake();
      });
    running.set(record.id, { abort, done });
  };

  const wake = () => {
    if (stopped) return;
    if (claiming) {
      again = true;
      return;
    }
    claiming = claimMore()
      .catch((error: unknown) => onError(error, null))
      .finally(() => {
        claiming = null;
        if (again) {
          again = false;
          wake();
        }
      });
  };

  /** Aborts a run whose investigation was cancelled or taken over, here or on another server. */
  const abortIfLost = async (id: string) => {
    const record = (await store.find("investigation", id))?.record;
    const isLost = record && (record.status === "cancelled" || isTakenOver(record, worker));
    if (isLost) running.get(id)?.abort.abort();
  };
  const checkRuns = (ids: Iterable<string>) => {
    for (const id of ids)
      if (running.has(id)) abortIfLost(id).catch((error: unknown) => onError(error, id));
  };
  const unwatch = store.watch(
    (changed) =>
      checkRuns(changed.filter(({ kind }) => kind === "investigation").map(({ id }) => id)),
    () => checkRuns(running.keys()),
  );
  const poll = setInterval(wake, pollEveryMs);
  wake();

  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(poll);
      unwatch();
      await claiming;
      for (const { abort } of running.values()) abort.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Runs one claimed investigation and renews its lease meanwhile. */
async function runClaimed(
  id: string,
  signal: AbortSignal,
  { services, worker, onError }: Omit<RunnerOptions, "concurrency">,
): Promise<void> {
  const { store, clock } = services;
  const run = await openRunRecord(store, id, worker);
  if (!run) return;
  if (run.current().attempts > maxResumes) {
    const message = `The server stopped during this run ${maxResumes + 1} times; ask again.`;
    return failRun(run, services, { error: { code: "interrupted", message } });
  }
  await run.update((record) => ({ ...record, attempts: record.attempts + 1 }));
  const renew = () =>
    run
      .update((record) => ({ ...record, lease: { worker, until: clock.now() + leaseMs } }))
      .catch((error: unknown) => onError(error, id));
  const renewal = setInterval(() => void renew(), renewEveryMs);
  try {
    await investigate(run, services, signal);
  } catch (error) {
    if (signal.aborted) return;
    onError(error, id);
    const message = "The run failed with an internal error; see the log of the server.";
    await failRun(run, services, { error: { code: "internal_error", message } });
  } finally {
    clearInterval(renewal);
    // Stopped, not ended: the next start resumes it at once, and this attempt doesn't count.
    if (signal.aborted) {
      await run.update((record) => ({ ...record, lease: null, attempts: record.attempts - 1 }));
    }
  }
}
