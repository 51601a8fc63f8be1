import type { QueuedDelivery } from "../../contract/webhook.ts";
import type { Store } from "../../store/port/store.ts";
import { updateRecord } from "../../store/port/update-record.ts";
import type { DeliveryRecord, EventRecord, SubscriptionRecord } from "../../store/records.ts";
import { draftDelivery } from "../../webhooks/outbox/draft-delivery.ts";
import { apiError, notFound } from "../http/errors.ts";
import { type DeliveryAddress, findDelivery } from "./deliveries.ts";
import { toQueuedDelivery } from "./delivery-view.ts";
import type { DeliveryServices } from "./services.ts";
import { findSubscription } from "./subscriptions.ts";

/** Queues a delivery's event again, to the subscription's current URL and with its current secrets. */
export async function replayDelivery(
  { store, clock }: Pick<DeliveryServices, "store" | "clock">,
  address: DeliveryAddress,
): Promise<QueuedDelivery> {
  const { id } = address;
  const read = () => findDelivery(store, address);
  // A concurrent attempt of the original may be recorded, and must not be overwritten.
  return updateRecord(store, { kind: "delivery", id, read }, async (original) => {
    if (!original) throw notFound();
    const { event } = await eventOf(store, original);
    const subscription = await subscriptionOf(store, original);
    const nowMs = clock.now();
    const record = draftDelivery(event, subscription, { nowMs, replayOf: original.id });
    const replayed = { ...original, replayed_as: record.id };
    return {
      changes: [
        { type: "put", kind: "delivery", record },
        { type: "put", kind: "delivery", record: replayed },
      ],
      result: toQueuedDelivery(record),
    };
  });
}

async function eventOf(store: Store, { event_id }: DeliveryRecord): Promise<EventRecord> {
  const found = await store.find("event", event_id);
  if (!found) throw notFound();
  return found.record;
}

async function subscriptionOf(
  store: Store,
  { account_id: accountId, subscription_id: id }: DeliveryRecord,
): Promise<SubscriptionRecord> {
  const found = await findSubscription(store, { accountId, id });
  if (found) return found.record;
  throw apiError("not_found", {
    message: "The subscription of this delivery was deleted, so it cannot be replayed.",
  });
}
