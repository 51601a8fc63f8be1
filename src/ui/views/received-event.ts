import type { Event } from "../../contract/event.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { durationText } from "../text/duration-text.ts";
import { paint } from "../text/style.ts";
import { padText } from "../text/text-width.ts";
import type { View } from "./view.ts";

/** What became of a delivery that was handed on. */
export interface Forwarded {
  /** Null when there was no answer. */
  status: number | null;
  error: string | null;
  duration_ms: number;
}

/** A delivery as a listener on this machine got it. */
export interface ReceivedEvent {
  received_at: string;
  /** `X-Service-Delivery-Id`: the delivery and the attempt; null without the header. */
  delivery_id: string | null;
  event_type: string | null;
  verified: boolean;
  /** Why it isn't; null when it is. */
  reason: string | null;
  /** The status the service was given. */
  answered: number;
  /** Null when it was not handed on. */
  forwarded: Forwarded | null;
  /** The whole envelope; null for one that isn't verified. */
  event: Event | null;
}

/** One line an event. */
export const receivedEventView: View<ReceivedEvent> = {
  plain: (received, style) => [
    [
      received.received_at,
      received.verified ? paint(style, "green", "✓ verified") : paint(style, "red", "✗ refused "),
      padText(escapeControl(received.event_type ?? "?"), 23),
      escapeControl(received.delivery_id ?? "?"),
      ...outcomeOf(received),
    ].join("  "),
  ],
};

function outcomeOf({ reason, forwarded }: ReceivedEvent): string[] {
  if (reason !== null) return [escapeControl(reason)];
  if (forwarded === null) return [];
  const { status, error, duration_ms } = forwarded;
  return [
    `→ ${status ?? `no answer (${escapeControl(error ?? "unknown")})`} in ${durationText(duration_ms)}`,
  ];
}
