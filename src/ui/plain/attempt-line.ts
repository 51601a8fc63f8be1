import type { Delivery, DeliveryAttempt } from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { durationText } from "../text/duration-text.ts";
import type { Style } from "../text/style.ts";
import { padText } from "../text/text-width.ts";
import { paintDelivery, statusWord } from "./delivery-status.ts";

/**
 * One attempt as a line: time, outcome, number, response code,
 * duration, event, subscription, delivery, and the error.
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
    paintDelivery(style, word, padText(word, 9)),
    padText(`#${number}`, 3),
    padText(String(response_code ?? "error"), 5),
    padText(durationText(duration_ms), 7, "right"),
    padText(escapeControl(delivery.event_type), 23),
    escapeControl(delivery.subscription_id),
    escapeControl(delivery.delivery_id),
    ...(error === null ? [] : [escapeControl(error)]),
  ].join("  ");
}
