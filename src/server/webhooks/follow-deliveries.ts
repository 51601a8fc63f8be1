import type { Delivery } from "../../contract/webhook.ts";
import type { Store } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";
import type { StreamEvent } from "../http/event-stream.ts";
import { createSignal } from "../http/signal.ts";
import { type DeliveryFilter, toRecordFilter, withEvent } from "./deliveries.ts";

export interface FollowDeliveriesOptions {
  accountId: string;
  filter: DeliveryFilter;
  heartbeatMs: number;
  signal: AbortSignal;
  /** Changed deliveries queued for a slow reader; the stream ends when there are more. */
  maxWaiting: number;
}

/**
 * The changes of an account's deliveries from now on. Each event holds the delivery's current state:
 * several changes are merged while the reader is slow. Earlier changes are available from the list.
 */
export async function* followDeliveries(
  store: Store,
  { accountId, filter, heartbeatMs, signal, maxWaiting }: FollowDeliveriesOptions,
): AsyncGenerator<StreamEvent> {
  const changed = watchDeliveries(store, { maxWaiting, signal });
  const filters = { ...toRecordFilter(filter), account_id: accountId };
  try {
    while (!changed.isDone()) {
      const id = changed.take();
      if (id === undefined) {
        if ((await changed.wait(heartbeatMs)) === "timeout") yield { type: "comment" };
        continue;
      }
      const data = await findMatching(store, id, filters);
      if (data) yield { type: "delivery", data };
    }
  } finally {
    changed.stop();
  }
}

async function findMatching(
  store: Store,
  id: string,
  filters: Partial<DeliveryRecord>,
): Promise<Delivery | undefined> {
  const record = (await store.find("delivery", id))?.record;
  if (!record) return undefined;
  const fields = Object.entries(filters) as [keyof DeliveryRecord, unknown][];
  return fields.every(([field, value]) => record[field] === value)
    ? withEvent(store, record)
    : undefined;
}

/** Queues the ids of changed deliveries, each once, oldest change first. */
function watchDeliveries(
  store: Store,
  { maxWaiting, signal }: Pick<FollowDeliveriesOptions, "maxWaiting" | "signal">,
) {
  const ids = new Set<string>();
  const { notify: ring, wait } = createSignal();
  let overflowed = false;
  const unwatch = store.watch((changes) => {
    for (const { kind, id } of changes) if (kind === "delivery") ids.add(id);
    if (ids.size > maxWaiting) end();
    ring();
  }, end);
  /** The client asks again, and gets what it missed from the list. */
  function end(): void {
    overflowed = true;
    stop();
    ring();
  }
  const stop = () => {
    unwatch();
    ids.clear();
    signal.removeEventListener("abort", ring);
  };
  signal.addEventListener("abort", ring);
  return {
    isDone: () => overflowed || signal.aborted,
    take(): string | undefined {
      const [first] = ids;
      if (first !== undefined) ids.delete(first);
      return first;
    },
    wait,
    stop,
  };
}
