import type { Event } from "../../contract/event.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { durationText } from "../text/duration-text.ts";
import { paint } from "../text/style.ts";
import { padText } from "../text/text-width.ts";
import type { View } from "./view.ts";

/** The outcome of a forwarded delivery. */
export interface Forwarded {
  /** Null when there was no answer. */
  status: number | null;
  error: string | null;
  duration_ms: number;
}

/** A delivery received by a listener on this machine. */
export interface ReceivedEvent {
  received_at: string;
  /** `X-Service-Delivery-Id`: the delivery and the attempt; null without the header. */
  delivery_id: string | null;
  event_type: string | null;
  verified: boolean;
  /** Why it isn't; null when it is. */
  reason: string | null;
  /** The response status. */
  answered: number;
  /** Null if it was not forwarded. */
  forwarded: Forwarded | null;
  /** The whole envelope; null for one that isn't verified. */
  event: Event | null;
}

/** One line per event. */
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
