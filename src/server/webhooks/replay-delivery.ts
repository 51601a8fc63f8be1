import type { QueuedDelivery } from "../../contract/webhook.ts";
import type { Store } from "../../store/port.ts";
import type { DeliveryRecord, EventRecord, SubscriptionRecord } from "../../store/records.ts";
import { draftDelivery } from "../../webhooks/outbox/draft-delivery.ts";
import { apiError, notFound } from "../http/errors.ts";
import { type DeliveryAddress, findDelivery } from "./deliveries.ts";
import { toQueuedDelivery } from "./delivery-view.ts";
import type { DeliveryServices } from "./services.ts";
import { findSubscription } from "./subscriptions.ts";

/** Queues a delivery's event anew, to where its subscription points now and with its secrets of now. */
export async function replayDelivery(
  { store, clock }: Pick<DeliveryServices, "store" | "clock">,
  address: DeliveryAddress,
): Promise<QueuedDelivery> {
  for (;;) {
    const found = await findDelivery(store, address);
    if (!found) throw notFound();
    const { record: original, revision } = found;
    const { event } = await eventOf(store, original);
    const subscription = await subscriptionOf(store, original);
    const nowMs = clock.now();
    const record = draftDelivery(event, subscription, { nowMs, replayOf: original.id });
    const { ok } = await store.commit(
      [
        { type: "put", kind: "delivery", record },
        { type: "put", kind: "delivery", record: { ...original, replayed_as: record.id } },
      ],
      // An attempt at the original may be recorded meanwhile, and must not be undone by this.
      [{ kind: "delivery", id: original.id, is: "unchanged", revision }],
    );
    if (ok) return toQueuedDelivery(record);
  }
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
    message: "The subscription of this delivery was deleted, so there is nowhere to send it.",
  });
}
