import type { Event } from "../../contract/event.ts";
import { type Delivery, isFinal, type QueuedDelivery } from "../../contract/webhook.ts";
import { isoTime } from "../../core/clock.ts";
import type { DeliveryRecord } from "../../store/records.ts";

/** A delivery with its event, without its secrets. */
export function toDelivery(record: DeliveryRecord, event: Event): Delivery {
  const last = record.attempts.at(-1);
  const waits = !isFinal(record.status) && record.due_at !== null;
  return {
    delivery_id: record.id,
    event_id: record.event_id,
    event_type: record.event_type,
    subscription_id: record.subscription_id,
    url: record.url,
    status: record.status,
    attempt_count: record.attempts.length,
    last_response_code: last?.response_code ?? null,
    last_response_body: record.last_response_body,
    last_error: last?.error ?? null,
    next_attempt_at: waits ? isoTime(record.due_at as number) : null,
    replay_of: record.replay_of,
    replayed_as: record.replayed_as,
    created_at: record.created_at,
    attempts: record.attempts,
    event,
  };
}

/** The response for a delivery that has just been queued. */
export function toQueuedDelivery(record: DeliveryRecord): QueuedDelivery {
  return {
    delivery_id: record.id,
    event_id: record.event_id,
    subscription_id: record.subscription_id,
    status: record.status,
    ...(record.replay_of !== null && { replay_of: record.replay_of }),
  };
}
