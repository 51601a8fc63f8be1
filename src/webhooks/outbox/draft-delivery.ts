import type { Event } from "../../contract/event.ts";
import { isoTime } from "../../core/clock.ts";
import { newId } from "../../core/ids.ts";
import type { DeliveryRecord, SealedSecret, SubscriptionRecord } from "../../store/records.ts";

/** The secrets that sign at `nowMs`, newest first. */
export function activeSecrets(secrets: SealedSecret[], nowMs: number): string[] {
  return secrets
    .filter(({ until }) => until === null || Date.parse(until) > nowMs)
    .map(({ sealed }) => sealed);
}

/** A new delivery of an event to a subscription, due now. */
export function draftDelivery(
  event: Pick<Event, "event_id" | "event_type">,
  { id: subscription_id, account_id, url, secrets }: SubscriptionRecord,
  { nowMs, replayOf = null }: { nowMs: number; replayOf?: string | null },
): DeliveryRecord {
  return {
    id: newId("dlv", nowMs),
    account_id,
    event_id: event.event_id,
    event_type: event.event_type,
    subscription_id,
    url,
    secrets: activeSecrets(secrets, nowMs),
    status: "pending",
    attempts: [],
    last_response_body: null,
    replay_of: replayOf,
    replayed_as: null,
    created_at: isoTime(nowMs),
    due_at: nowMs,
    lease: null,
  };
}
