import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";
import { signingSecrets } from "../outbox/draft-delivery.ts";
import type { SecretBox } from "../signing/secret-box.ts";
import { deliveryHeaders } from "../signing/sign-delivery.ts";
import type { DeliveryRequest } from "../types.ts";

export interface RequestSources {
  store: Store;
  clock: Clock;
  secrets: SecretBox;
  userAgent: string;
}

/** The request of a delivery's next attempt, or why there can never be one. */
export async function prepareRequest(
  delivery: DeliveryRecord,
  sources: RequestSources,
): Promise<{ ok: true; request: DeliveryRequest } | { ok: false; reason: string }> {
  const { store, clock, userAgent } = sources;
  const found = await store.find("event", delivery.event_id);
  if (!found) return { ok: false, reason: "The event of this delivery is no longer kept." };
  const { event } = found.record;
  // The stored record, so that each attempt sends the same bytes, before and after a restart.
  const body = JSON.stringify(event);
  const headers = deliveryHeaders({
    body,
    event,
    deliveryId: delivery.id,
    attempt: delivery.attempts.length + 1,
    secrets: await secretsOf(delivery, sources),
    atMs: clock.now(),
    userAgent,
  });
  return { ok: true, request: { url: delivery.url, headers, body } };
}

/** The subscription's in force, and those it had when this was queued: its receiver may know either. */
async function secretsOf(
  { subscription_id, secrets: kept }: DeliveryRecord,
  { store, clock, secrets }: RequestSources,
): Promise<string[]> {
  const subscription = await store.find("subscription", subscription_id);
  const inForce = signingSecrets(subscription?.record.secrets ?? [], clock.now());
  return [...new Set([...inForce, ...kept].map((sealed) => secrets.open(sealed)))];
}
