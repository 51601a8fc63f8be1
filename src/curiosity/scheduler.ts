import { type InvestigationStatus, isTerminal } from "../contract/investigation.ts";
import type { Clock } from "../core/clock.ts";
import type { Change, Expectation, Store } from "../store/port/store.ts";
import { updateRecord } from "../store/port/update-record.ts";
import type { CuriosityRecord } from "../store/records.ts";
import { ended, isRunning, started } from "./item-steps.ts";

/** The facts about a run that its item records. */
export interface RunStart {
  investigationId: string;
  nowMs: number;
}

/** The item's part of the commit that starts a run. */
export interface Joined {
  changes: Change[];
  expectations: Expectation[];
}

export interface SchedulerOptions {
  store: Store;
  clock: Clock;
  /** Names this process on its leases. */
  worker: string;
  /** Starts an investigation as the trigger endpoint does; false when an expectation failed. */
  trigger(item: CuriosityRecord, join: (run: RunStart) => Joined): Promise<boolean>;
  /** Called with every unexpected error, of the scheduler or the store. */
  onError(error: unknown, itemId: string): void;
}

export interface Scheduler {
  /** Resolves when all due items have started and all changes seen so far are processed. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** A running investigation of an item. */
interface Run {
  itemId: string;
  /** Frees the place of an item that this scheduler started. */
  onEnd?: () => void;
}

/**
 * The maximum number of concurrent scheduled runs. Ten thousand items due at once start a few at
 * a time, so that a question asked by hand never waits behind them.
 */
export const concurrentItems = 16;

/** A trigger takes milliseconds; a failed one is retried after this time. */
const leaseMs = 10_000;
const retryAfterMs = 5_000;

/** Starts due items, and updates them when their runs end. */
export async function startScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const { store, clock, worker, trigger, onError } = options;
  /** The running investigations, by id. */
  const running = new Map<string, Run>();
  let isStopped = false;
  let working: Promise<void> = Promise.resolve();

  let retry: NodeJS.Timeout | undefined;

  /** Runs after the steps before. */
  const next = <T>(step: () => Promise<T>): Promise<T> => {
    const done = working.then(step);
    working = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  };

  /** A step that fails is made up for by reading everything again. */
  const follow = (step: () => Promise<void>, itemId: string) => {
    next(step).catch((error: unknown) => {
      onError(error, itemId);
      if (!isStopped) retry ??= setTimeout(readAgain, retryAfterMs);
    });
  };

  /** Starts an item and returns the id of its investigation, or null if the item has changed. */
  const start = async (item: CuriosityRecord, revision: number) => {
    let investigation = "";
    const ok = await trigger(item, (run) => {
      investigation = run.investigationId;
      // Before the commit, so that the end of a very short run is not missed.
      running.set(investigation, { itemId: item.id });
      return {
        changes: [{ type: "put", kind: "curiosity", record: started(item, run) }],
        expectations: [{ kind: "curiosity", id: item.id, is: "unchanged", revision }],
      };
    });
    if (ok) return investigation;
    running.delete(investigation);
    return null;
  };

  const ending = (investigationId: string) =>
    new Promise<void>((resolve) => {
      const run = running.get(investigationId);
      if (run && !isStopped) run.onEnd = resolve;
      else resolve();
    });

  const end = (itemId: string, status: InvestigationStatus) =>
    updateRecord(store, { kind: "curiosity", id: itemId }, (item) => {
      if (!item || !isRunning(item)) return { changes: [], result: undefined };
      const record = ended(item, { status, nowMs: clock.now() });
      return { changes: [{ type: "put", kind: "curiosity", record }], result: undefined };
    });

  /** Records the end of an item's run. A run without a record was deleted after it ended. */
  const settle = async (investigationId: string, itemId: string) => {
    const record = (await store.find("investigation", investigationId))?.record;
    const status = record?.status ?? "cancelled";
    if (!isTerminal(status)) return;
    await end(itemId, status);
    running.get(investigationId)?.onEnd?.();
    running.delete(investigationId);
  };

  /** Follows the run of an item that this scheduler did not start. */
  const adopt = async (item: CuriosityRecord | undefined) => {
    const runId = item && isRunning(item) ? item.last_investigation_id : null;
    if (!item || runId === null || running.has(runId)) return;
    running.set(runId, { itemId: item.id });
    await settle(runId, item.id);
  };

  const adoptChanged = async (id: string) => adopt((await store.find("curiosity", id))?.record);
  const adoptAll = async () => {
    for await (const item of store.scan("curiosity")) await adopt(item);
  };
  const readAgain = () => {
    clearTimeout(retry);
    retry = undefined;
    follow(async () => {
      for (const [id, { itemId }] of running) await settle(id, itemId);
      await adoptAll();
    }, "");
  };

  const unwatch = store.watch((changes) => {
    for (const { kind, id } of changes) {
      const run = kind === "investigation" ? running.get(id) : undefined;
      if (run) follow(() => settle(id, run.itemId), run.itemId);
      if (kind === "curiosity") follow(() => adoptChanged(id), id);
    }
  }, readAgain);
  await adoptAll();
  const jobs = store.work("curiosity", {
    worker,
    clock,
    leaseMs,
    concurrency: concurrentItems,
    async run({ record, revision }) {
      const investigation = await next(() => start(record, revision));
      if (investigation !== null) await ending(investigation);
    },
    onError: (error, id) => onError(error, id ?? ""),
  });

  const settled = async () => {
    for (let seen: Promise<void> | undefined; seen !== working; await seen) {
      seen = working;
      await jobs.wake();
    }
  };

  return {
    settled,
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      unwatch();
      for (const { onEnd } of running.values()) onEnd?.();
      await jobs.stop();
      await working;
    },
  };
}
