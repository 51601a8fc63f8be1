import type { DeliveryStatus } from "../../contract/webhook.ts";
import { ownValue } from "../../core/own-value.ts";
import { type Paint, paint, type Style } from "../text/style.ts";

/** Display names of the statuses. */
const words: Record<DeliveryStatus, string> = {
  pending: "pending",
  retrying: "retrying",
  delivered: "delivered",
  failed_permanent: "dead letter",
};

const paints: Record<string, Paint> = {
  pending: "dim",
  retrying: "yellow",
  delivered: "green",
  "dead letter": "red",
};

/** The length of the longest one. */
export const statusWidth = Math.max(...Object.values(words).map(({ length }) => length));

export function statusWord(status: DeliveryStatus): string {
  return ownValue(words, status) ?? status;
}

/** The colour of a status word. */
export function deliveryPaint(word: string): Paint {
  return ownValue(paints, word) ?? "dim";
}

/** A status word, or a text about it, in the status's colour. */
export function paintDelivery(
  style: Pick<Style, "colour">,
  word: string,
  text: string = word,
): string {
  return paint(style, deliveryPaint(word), text);
}
