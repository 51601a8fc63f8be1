import type { Delivery } from "../../contract/webhook.ts";
import { cutDeep, cutText } from "./cut.ts";

const maxBody = 1_000;

/** Many a receiver's path or query is itself the secret that lets one post there. */
export function withoutReceiverPath(delivery: Delivery): Delivery {
  const { url } = delivery;
  return { ...delivery, url: URL.canParse(url) ? `${new URL(url).origin}/…` : "…" };
}

/** What a list says of a delivery. */
export function summarizeDelivery({ attempts, event, last_response_body, ...rest }: Delivery) {
  return rest;
}

/** A delivery that a model has room for. */
export function cutDelivery(whole: Delivery): Delivery {
  const { event, last_response_body: body } = whole;
  const data = cutDeep(event.data, { items: 5, text: 500 }) as Delivery["event"]["data"];
  return {
    ...withoutReceiverPath(whole),
    last_response_body: body && cutText(body, maxBody),
    event: { ...event, data },
  };
}
