import { once, setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { SharedDeliveries } from "../../store/port/shared-state.ts";
import type { Versioned } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";
import { DeliveryQueue } from "../queue/delivery-queue.ts";
import type { DeliveryCounts } from "../types.ts";
import { type AttemptServices, attemptDelivery } from "./attempt-delivery.ts";
import { waitMs } from "./next-attempt.ts";
import { shareDeliveries } from "./share-deliveries.ts";
import { watchDeliveries } from "./watch-deliveries.ts";

export interface DispatcherOptions extends AttemptServices {
  /** A monotonic clock in milliseconds, such as `performance.now`. */
  monotonicMs(): number;
  /** The name of this process on leases. */
  worker: string;
  /** With several servers: which of them sends which deliveries. */
  shared?: SharedDeliveries;
  /** Called with the delivery after each attempt that is recorded. */
  onAttempt?(delivery: DeliveryRecord): void;
}

export interface Dispatcher {
  counts(): DeliveryCounts;
  /** Starts no more attempts and waits up to 10 s for those in flight. True when all have ended. */
  stop(): Promise<boolean>;
}

/**
 * Longer than most attempts. A lease ends when its attempt is recorded; one that was claimed without
 * a response from the database ends by this time.
 */
const leaseMs = 60_000;
/** Timers are limited to 24 days, and waking early costs nothing. */
const longestTimerMs = 60_000;
const afterFailedClaimMs = 1_000;
const stopWithinMs = 10_000;

/** Sends every unfinished delivery in the store, present and future, or those shared out to this server. */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, clock, schedule, monotonicMs, worker, shared, onError } = options;
  const queue = new DeliveryQueue();
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const signals = { stopping: stopping.signal, cutOff: cutOff.signal };
  const { signal } = stopping;
  // Every attempt that can't be recorded listens to it; Node warns above ten listeners.
  setMaxListeners(0, signal);
  const attempts = new Set<Promise<void>>();
  const counts = { delivered: 0, retrying: 0, failed_permanent: 0 };
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;

  /** Batches calls of one turn of the event loop, so that deliveries are claimed together. */
  const wake = () => {
    if (isWoken || signal.aborted) return;
    isWoken = true;
    queueMicrotask(() => {
      isWoken = false;
      if (!signal.aborted) startDue();
    });
  };

  const enqueue = (delivery: DeliveryRecord) => {
    queue.add({
      id: delivery.id,
      subscription: delivery.subscription_id,
      isRetry: delivery.attempts.length > 0,
      dueMs: monotonicMs() + waitMs(delivery, { schedule, nowMs: clock.now() }),
    });
    wake();
  };

  const startDue = () => {
    const ids = queue.take(monotonicMs());
    const claimed = ids.length > 0 ? claim(ids) : undefined;
    for (const id of ids) {
      const done = attempt(id, claimed!).finally(() => attempts.delete(done));
      attempts.add(done);
    }
    clearTimeout(timer);
    if (queue.nextDueMs === null) return;
    const inMs = Math.max(1, Math.ceil(queue.nextDueMs - monotonicMs()));
    timer = setTimeout(wake, Math.min(inMs, longestTimerMs));
  };

  const claim = async (ids: string[]) => {
    const query = { worker, nowMs: clock.now(), leaseMs, limit: ids.length, ids };
    try {
      const claimed = await store.claim("delivery", query);
      return new Map(claimed.map((delivery) => [delivery.record.id, delivery]));
    } catch (error) {
      onError(error, null);
      await delay(afterFailedClaimMs, undefined, { signal }).catch(() => undefined);
      return null;
    }
  };

  /** A delivery missing from the claim is finished or removed. */
  const attempt = async (
    id: string,
    claiming: Promise<Map<string, Versioned<DeliveryRecord>> | null>,
  ) => {
    const claimed = await claiming;
    if (signal.aborted) return;
    const delivery = claimed?.get(id);
    const after = delivery
      ? await attemptDelivery(delivery, options, signals).catch((error) => {
          onError(error, id);
          return null;
        })
      : null;
    queue.finish(id, monotonicMs());
    wake();
    if (after) count(after);
    source.attempted(id, after);
  };

  const count = (after: DeliveryRecord) => {
    counts[after.status as keyof typeof counts] += 1;
    options.onAttempt?.(after);
  };

  const watcher = { isKnown: (id: string) => queue.has(id), found: enqueue, onError };
  const source = shared
    ? shareDeliveries({ shared, store, clock }, watcher)
    : watchDeliveries(store, watcher);

  return {
    counts: () => ({ attempts: { ...counts }, waiting: queue.size }),
    async stop() {
      stopping.abort();
      const stopped = source.stop();
      clearTimeout(timer);
      const grace = setTimeout(() => cutOff.abort(), stopWithinMs);
      await Promise.race([Promise.all(attempts), once(cutOff.signal, "abort")]);
      clearTimeout(grace);
      await stopped;
      return attempts.size === 0;
    },
  };
}
