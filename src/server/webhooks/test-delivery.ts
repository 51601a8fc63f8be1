import type { Static } from "typebox";
import { linksOf } from "../../brain/run/investigation-row.ts";
import { everyAgent } from "../../contract/common.ts";
import type { Event } from "../../contract/event.ts";
import type { QueuedInvestigation } from "../../contract/event-data.ts";
import type { QueuedDelivery } from "../../contract/webhook.ts";
import { isoTime } from "../../core/clock.ts";
import { newId, uuidV7 } from "../../core/ids.ts";
import { draftDelivery } from "../../webhooks/outbox/draft-delivery.ts";
import { eventChange } from "../../webhooks/outbox/outbox.ts";
import { apiError, notFound } from "../http/errors.ts";
import { toQueuedDelivery } from "./delivery-view.ts";
import type { SubscriptionServices } from "./services.ts";
import { findSubscription, type SubscriptionAddress } from "./subscriptions.ts";

/** Queues a test event to one subscription, regardless of its filters and of whether it is paused. */
export async function testSubscription(
  { store, clock, webhooks }: SubscriptionServices,
  address: SubscriptionAddress,
): Promise<QueuedDelivery> {
  const found = await findSubscription(store, address);
  if (!found) throw notFound();
  const check = await webhooks.checkUrl(found.record.url);
  if (!check.ok) throw unreachable(check.reason);
  const nowMs = clock.now();
  const event = testEvent(nowMs);
  const record = draftDelivery(event, found.record, { nowMs });
  await store.commit([
    eventChange(address.accountId, event),
    { type: "put", kind: "delivery", record },
  ]);
  return toQueuedDelivery(record);
}

function unreachable(reason: string) {
  const message = `The service can't deliver to the subscription's URL: ${reason}.`;
  return apiError("subscription_url_unreachable", { message, issues: [{ path: "url", message }] });
}

function testEvent(nowMs: number): Event {
  return {
    event_id: uuidV7(nowMs),
    event_type: "investigation.queued",
    emitted_at: isoTime(nowMs),
    api_version: "v1",
    data: { tags: {}, investigation: testInvestigation(nowMs), test: true },
  };
}

function testInvestigation(nowMs: number): Static<typeof QueuedInvestigation> {
  const id = newId("inv", nowMs);
  return {
    investigation_id: id,
    query: "Is this webhook delivered?",
    depth: "standard",
    mode: "auto",
    scope: everyAgent,
    status: "queued",
    curiosity_id: null,
    started_at: isoTime(nowMs),
    dispatched_at: null,
    completed_at: null,
    estimated_completion_seconds: 15,
    links: linksOf(id),
  };
}
