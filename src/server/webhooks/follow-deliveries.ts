import type { Delivery } from "../../contract/webhook.ts";
import type { Store } from "../../store/port.ts";
import type { DeliveryRecord } from "../../store/records.ts";
import type { StreamEvent } from "../http/event-stream.ts";
import { createDoorbell } from "../http/signal.ts";
import { type DeliveryFilter, recordsLike, withEvent } from "./deliveries.ts";

export interface FollowDeliveriesOptions {
  accountId: string;
  filter: DeliveryFilter;
  heartbeatMs: number;
  signal: AbortSignal;
  /** Changed deliveries that may wait for a slow reader; with more the stream ends. */
  maxWaiting: number;
}

/**
 * Every change of an account's deliveries from now on, each told as the delivery is when its turn
 * comes: changes that a slow reader could not take meanwhile are one. The caller catches up on
 * what was before by the list.
 */
export async function* followDeliveries(
  store: Store,
  { accountId, filter, heartbeatMs, signal, maxWaiting }: FollowDeliveriesOptions,
): AsyncGenerator<StreamEvent> {
  const changed = watchDeliveries(store, { maxWaiting, signal });
  const wanted = { ...recordsLike(filter), account_id: accountId };
  try {
    while (!changed.isOver()) {
      const id = changed.take();
      if (id === undefined) {
        if ((await changed.wait(heartbeatMs)) === "quiet") yield { type: "comment" };
        continue;
      }
      const data = await matching(store, id, wanted);
      if (data) yield { type: "delivery", data };
    }
  } finally {
    changed.stop();
  }
}

async function matching(
  store: Store,
  id: string,
  wanted: Partial<DeliveryRecord>,
): Promise<Delivery | undefined> {
  const record = (await store.find("delivery", id))?.record;
  if (!record) return undefined;
  const fields = Object.entries(wanted) as [keyof DeliveryRecord, unknown][];
  return fields.every(([field, value]) => record[field] === value)
    ? withEvent(store, record)
    : undefined;
}

/** Ids of deliveries that changed and were not taken yet, each once, those that wait longest first. */
function watchDeliveries(
  store: Store,
  { maxWaiting, signal }: Pick<FollowDeliveriesOptions, "maxWaiting" | "signal">,
) {
  const ids = new Set<string>();
  const { ring, wait } = createDoorbell();
  let overflowed = false;
  const unwatch = store.watch((changes) => {
    for (const { kind, id } of changes) if (kind === "delivery") ids.add(id);
    if (ids.size > maxWaiting) {
      overflowed = true;
      stop();
    }
    ring();
  });
  const stop = () => {
    unwatch();
    ids.clear();
    signal.removeEventListener("abort", ring);
  };
  signal.addEventListener("abort", ring);
  return {
    isOver: () => overflowed || signal.aborted,
    take(): string | undefined {
      const [first] = ids;
      if (first !== undefined) ids.delete(first);
      return first;
    },
    wait,
    stop,
  };
}
