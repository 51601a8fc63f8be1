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

/** Runs queued investigations. */
export function startRunner({ services, worker, concurrency, onError }: RunnerOptions): Runner {
  const { store, clock } = services;
  const running = new Map<string, AbortController>();
  let isStopping = false;

  const jobs = store.work("investigation", {
    worker,
    clock,
    leaseMs,
    concurrency,
    async run({ record: { id } }) {
      const abort = new AbortController();
      if (isStopping) abort.abort();
      running.set(id, abort);
      await runClaimed(id, abort.signal, { services, worker, onError }).finally(() =>
        running.delete(id),
      );
    },
    onError,
  });

  /** Aborts a run whose investigation was cancelled or taken over, here or on another server. */
  const abortIfLost = async (id: string) => {
    const record = (await store.find("investigation", id))?.record;
    const isLost = record && (record.status === "cancelled" || isTakenOver(record, worker));
    if (isLost) running.get(id)?.abort();
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

  return {
    wake: () => void jobs.wake(),
    async stop() {
      isStopping = true;
      unwatch();
      for (const abort of running.values()) abort.abort();
      await jobs.stop();
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
