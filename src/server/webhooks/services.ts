import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import type { WebhookServices } from "../../webhooks/types.ts";

/** The services that the subscription routes need. */
export interface SubscriptionServices {
  store: Store;
  clock: Clock;
  random: (size: number) => Uint8Array;
  webhooks: WebhookServices;
}

/** The services that the delivery routes need. */
export interface DeliveryServices {
  store: Store;
  clock: Clock;
  /** Silence after which an open stream sends a comment, so that proxies keep it open. */
  heartbeatMs: number;
}
