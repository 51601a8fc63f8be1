import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";
import { activeSecrets } from "../outbox/draft-delivery.ts";
import type { SecretBox } from "../signing/secret-box.ts";
import { deliveryHeaders } from "../signing/sign-delivery.ts";
import type { DeliveryRequest } from "../types.ts";

export interface RequestSources {
  store: Store;
  clock: Clock;
  secrets: SecretBox;
  userAgent: string;
}

/** The request for a delivery's next attempt, or the reason why it can never be made. */
export async function prepareRequest(
  delivery: DeliveryRecord,
  sources: RequestSources,
): Promise<{ ok: true; request: DeliveryRequest } | { ok: false; reason: string }> {
  const { store, clock, userAgent } = sources;
  const found = await store.find("event", delivery.event_id);
  if (!found) return { ok: false, reason: "The event of this delivery is no longer stored." };
  const { event } = found.record;
  // From the stored record, so that every attempt sends the same bytes, also after a restart.
  const body = JSON.stringify(event);
  const headers = deliveryHeaders({
    body,
    event,
    deliveryId: delivery.id,
    attempt: delivery.attempts.length + 1,
    secrets: await openSecrets(delivery, sources),
    atMs: clock.now(),
    userAgent,
  });
  return { ok: true, request: { url: delivery.url, headers, body } };
}

/** The current secrets of the subscription and those at the time of queueing: the receiver may know either. */
async function openSecrets(
  { subscription_id, secrets: queued }: DeliveryRecord,
  { store, clock, secrets }: RequestSources,
): Promise<string[]> {
  const subscription = await store.find("subscription", subscription_id);
  const inForce = activeSecrets(subscription?.record.secrets ?? [], clock.now());
  return [...new Set([...inForce, ...queued].map((sealed) => secrets.open(sealed)))];
}
