import { type InvestigationStatus, isTerminal } from "../contract/investigation.ts";
import type { Clock } from "../core/clock.ts";
import type { Change, Expectation, Store } from "../store/port/store.ts";
import { updateRecord } from "../store/port/update-record.ts";
import type { CuriosityRecord } from "../store/records.ts";
import { ended, isRunning, started } from "./item-steps.ts";

/** An investigation about to be committed, as far as its item has to know it. */
export interface RunStart {
  investigationId: string;
  nowMs: number;
}

/** What goes into the commit that starts a run. */
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
  /** Calls `tick` each second until the function it returns is called. */
  everySecond(tick: () => void): () => void;
  /** Told of every error that is a bug of ours or the store's. */
  onError(error: unknown, itemId: string): void;
}

export interface Scheduler {
  /** Resolves when everything noticed so far has been dealt with. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs of items at the same time. Ten thousand items that are due together start a few at a
 * time, so that a question asked by hand never waits behind them.
 */
export const concurrentItems = 16;

/** A trigger takes milliseconds; one that failed is tried again after this. */
const leaseMs = 10_000;

/** Starts the items that are due, and takes note when their runs end. */
export async function startScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const { store, clock, worker, trigger, onError } = options;
  /** Item by the investigation that it waits for. */
  const running = new Map<string, string>();
  let working: Promise<void> = Promise.resolve();

  const start = async (item: CuriosityRecord, revision: number) => {
    let investigation = "";
    const ok = await trigger(item, (run) => {
      investigation = run.investigationId;
      // Before the commit, or a run that ends at once would end unseen.
      running.set(investigation, item.id);
      return {
        changes: [{ type: "put", kind: "curiosity", record: started(item, run) }],
        expectations: [{ kind: "curiosity", id: item.id, is: "unchanged", revision }],
      };
    });
    if (!ok) running.delete(investigation);
  };

  const end = (itemId: string, status: InvestigationStatus) =>
    updateRecord(store, { kind: "curiosity", id: itemId }, (item) => {
      if (!item || !isRunning(item)) return { changes: [], result: undefined };
      const record = ended(item, { status, nowMs: clock.now() });
      return { changes: [{ type: "put", kind: "curiosity", record }], result: undefined };
    });

  /** What the run of an item has come to; one that is gone was removed after its end. */
  const settle = async (investigationId: string, itemId: string) => {
    const run = (await store.find("investigation", investigationId))?.record;
    const status = run?.status ?? "cancelled";
    if (!isTerminal(status)) return;
    await end(itemId, status);
    running.delete(investigationId);
  };

  const startDue = async () => {
    const limit = concurrentItems - running.size;
    if (limit <= 0) return;
    const due = await store.claim("curiosity", { worker, nowMs: clock.now(), leaseMs, limit });
    await Promise.all(
      due.map(({ record, revision }) =>
        start(record, revision).catch((error: unknown) => onError(error, record.id)),
      ),
    );
  };

  const inTurn = (work: () => Promise<void>, itemId: string) => {
    working = working.then(work).catch((error: unknown) => onError(error, itemId));
  };

  const unwatch = store.watch((changes) => {
    for (const { kind, id } of changes) {
      const itemId = kind === "investigation" ? running.get(id) : undefined;
      if (itemId) inTurn(() => settle(id, itemId).then(startDue), itemId);
      if (kind === "curiosity") inTurn(startDue, id);
    }
  });
  for await (const item of store.scan("curiosity")) {
    if (!isRunning(item) || item.last_investigation_id === null) continue;
    running.set(item.last_investigation_id, item.id);
    await settle(item.last_investigation_id, item.id);
  }
  const stopTicking = options.everySecond(() => inTurn(startDue, ""));

  const settled = async () => {
    for (let seen: Promise<void> | undefined; seen !== working; await seen) seen = working;
  };

  return {
    settled,
    async stop() {
      stopTicking();
      unwatch();
      await settled();
    },
  };
}
