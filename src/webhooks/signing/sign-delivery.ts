import type { Event } from "../../contract/event.ts";
import { serviceSignature, standardSignature } from "./signatures.ts";

/** An attempt to sign. */
export interface UnsignedDelivery {
  /** The event as JSON, exactly as sent. */
  body: string;
  event: Pick<Event, "event_id" | "event_type">;
  deliveryId: string;
  /** Counted from 1. */
  attempt: number;
  /** In plain text, newest first; each of them signs. */
  secrets: string[];
  atMs: number;
  userAgent: string;
}

/**
 * The headers of a delivery. It is signed with two schemes, so that libraries for Stripe's webhooks
 * and for Standard Webhooks (https://www.standardwebhooks.com) verify it unchanged.
 */
export function deliveryHeaders(delivery: UnsignedDelivery): Record<string, string> {
  const { body, event, deliveryId, attempt, secrets, atMs, userAgent } = delivery;
  const seconds = Math.floor(atMs / 1000);
  const id = event.event_id;
  return {
    "content-type": "application/json",
    "user-agent": userAgent,
    "X-Service-Signature": `t=${seconds}${secrets.map((secret) => `,v1=${serviceSignature(secret, { seconds }, body)}`).join("")}`,
    "X-Service-Event-Id": id,
    "X-Service-Event-Type": event.event_type,
    "X-Service-Delivery-Id": `${deliveryId}.${attempt}`,
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets
      .map((secret) => `v1,${standardSignature(secret, { id, seconds }, body)}`)
      .join(" "),
  };
}
