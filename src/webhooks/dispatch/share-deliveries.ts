import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../core/clock.ts";
import type { SharedDeliveries } from "../../store/port/shared-state.ts";
import type { Store } from "../../store/port/store.ts";
import { AssignedSubscription } from "./assigned-subscription.ts";
import type { DeliverySource, DeliveryWatcher } from "./delivery-source.ts";

export interface SharedSource {
  shared: SharedDeliveries;
  store: Store;
  clock: Clock;
}

/** More than the attempts of a subscription at a time, so that they never wait for the next query. */
const batchSize = 100;
const lowWater = 50;
/** A delivery that is due this soon is waited for. */
const soonMs = 1_000;
const afterFailureMs = 1_000;

/** Reports the due deliveries of the subscriptions that are assigned to this server. */
export function shareDeliveries(
  { shared, store, clock }: SharedSource,
  { found, onError }: Pick<DeliveryWatcher, "found" | "onError">,
): DeliverySource {
  const assigned = new Map<string, AssignedSubscription>();
  /** The subscription of each reported delivery. */
  const subscriptions = new Map<string, string>();
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Reports what is due and not reported yet. */
  const look = async (subscription: string, own: AssignedSubscription) => {
    own.looking();
    const nowMs = clock.now();
    const deliveries = await shared.next(subscription, { nowMs, limit: batchSize });
    if (deliveries.length === batchSize) own.leftOut();
    for (const delivery of deliveries) {
      const { id, due_at } = delivery;
      if (own.reported.has(id)) continue;
      if ((due_at ?? 0) > nowMs) return own.dueAt(due_at ?? 0);
      own.reported.add(id);
      subscriptions.set(id, subscription);
      found(delivery);
    }
  };

  const work = async (subscription: string, own: AssignedSubscription) => {
    do {
      try {
        await look(subscription, own);
      } catch (error) {
        onError(error, null);
        own.changed();
        await delay(afterFailureMs, undefined, { signal }).catch(() => undefined);
      }
    } while (!signal.aborted && (await own.more(() => clock.now(), soonMs)) && !signal.aborted);
  };

  const assign = (subscription: string) => {
    const own = new AssignedSubscription(lowWater);
    assigned.set(subscription, own);
    own.done = work(subscription, own).finally(() => {
      assigned.delete(subscription);
      for (const id of own.reported) subscriptions.delete(id);
    });
    return own.done;
  };

  const unwatch = store.watch(
    (changes) => {
      for (const { subscription, id } of changes)
        if (subscription !== undefined && !subscriptions.has(id))
          assigned.get(subscription)?.changed();
    },
    () => {
      for (const own of assigned.values()) own.changed();
    },
  );
  const working = shared.work((subscription) => {
    const before = assigned.get(subscription);
    if (!before) return assign(subscription);
    // Assigned again for deliveries that were added meanwhile.
    before.changed();
    return before.done;
  });

  return {
    attempted(id, after) {
      const subscription = subscriptions.get(id);
      subscriptions.delete(id);
      if (subscription !== undefined) assigned.get(subscription)?.attempted(id, after);
    },
    async stop() {
      stopping.abort();
      unwatch();
      for (const own of assigned.values()) own.changed();
      await working.stop();
    },
  };
}
