import type { Delivery } from "../../contract/webhook.ts";
import { cutDeep, cutText } from "./cut.ts";

const maxBody = 1_000;

/** Hides the path and query of the receiver's URL, which often contain a secret. */
export function withoutReceiverPath(delivery: Delivery): Delivery {
  const { url } = delivery;
  return { ...delivery, url: URL.canParse(url) ? `${new URL(url).origin}/…` : "…" };
}

/** A delivery for a listing, without attempts, event and response body. */
export function summarizeDelivery({ attempts, event, last_response_body, ...rest }: Delivery) {
  return rest;
}

/** A delivery cut to a size that fits a model's context. */
export function cutDelivery(whole: Delivery): Delivery {
  const { event, last_response_body: body } = whole;
  const data = cutDeep(event.data, { items: 5, text: 500 }) as Delivery["event"]["data"];
  return {
    ...withoutReceiverPath(whole),
    last_response_body: body && cutText(body, maxBody),
    event: { ...event, data },
  };
}
