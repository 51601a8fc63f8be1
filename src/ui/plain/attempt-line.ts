import type { Delivery, DeliveryAttempt } from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { durationText } from "../text/duration-text.ts";
import type { Style } from "../text/style.ts";
import { padText } from "../text/text-width.ts";
import { paintDelivery, statusWidth, statusWord } from "./delivery-status.ts";
import { eventSubject } from "./event-subject.ts";

/**
 * One attempt as a line: time, outcome, number, response code, duration, event, subscription,
 * delivery, what the event is about, and the error.
 */
export function attemptLine(
  delivery: Delivery,
  { number, at, response_code, error, duration_ms }: DeliveryAttempt,
  style: Pick<Style, "colour">,
): string {
  // An attempt that is not the last was followed by a retry.
  const status = number < delivery.attempts.length ? "retrying" : delivery.status;
  const word = statusWord(status);
  return [
    at,
    paintDelivery(style, word, padText(word, statusWidth)),
    padText(`#${number}`, 3),
    padText(String(response_code ?? "error"), 5),
    padText(durationText(duration_ms), 7, "right"),
    padText(escapeControl(delivery.event_type), 23),
    escapeControl(delivery.subscription_id),
    escapeControl(delivery.delivery_id),
    ...[eventSubject(delivery.event), error ?? ""].filter((text) => text !== "").map(escapeControl),
  ].join("  ");
}
