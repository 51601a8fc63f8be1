import type { Event } from "../../src/contract/event.ts";
import type { SubscriptionRecord } from "../../src/store/records.ts";
import { deliveryHeaders, type UnsignedDelivery } from "../../src/webhooks/sign-delivery.ts";

/** Two secrets of receivers: one as the service makes them, one as short as a supplied one may be. */
export const secrets = {
  generated: `whsec_${Buffer.alloc(33, "generated").toString("base64")}`,
  supplied: `whsec_${Buffer.alloc(25, "supplied").toString("base64")}`,
};

export function eventOf(over: Partial<Event> = {}): Event {
  return {
    event_id: "019a0000-0000-7000-8000-000000000001",
    event_type: "finding.discovered",
    emitted_at: "2026-11-01T00:00:00.000Z",
    api_version: "v1",
    data: {
      severity: "high",
      tags: { env: "prod" },
      finding: { title: "Sudo without a password" },
    },
    ...over,
  };
}

/** The body and headers of an attempt, signed with the generated secret unless told. */
export function signedDelivery(
  over: Partial<Omit<UnsignedDelivery, "event">> & { event?: Event } = {},
) {
  const event = over.event ?? eventOf();
  const body = over.body ?? JSON.stringify(event);
  const headers = deliveryHeaders({
    deliveryId: "dlv_01hv3k6z5w9m4q8r7t2y1x0c3b",
    attempt: 1,
    secrets: [secrets.generated],
    atMs: Date.parse("2026-11-01T00:00:00.900Z"),
    userAgent: "inquest/0.1.0",
    ...over,
    event,
    body,
  });
  return { event, body, headers };
}

/** A subscription of account `acc_1` to everything. */
export function subscriptionRecord(over: Partial<SubscriptionRecord> = {}): SubscriptionRecord {
  return {
    id: "sub_1",
    account_id: "acc_1",
    url: "https://receiver.example/hook",
    events: ["*"],
    filters: {},
    active: true,
    secrets: [{ sealed: "sealed-1", until: null }],
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
    ...over,
  };
}
