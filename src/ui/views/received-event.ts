import type { Event } from "../../contract/event.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { eventSubject } from "../plain/event-subject.ts";
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

/** One line per event: time, verification, event, response, what it is about, and delivery. */
export const receivedEventView: View<ReceivedEvent> = {
  plain: (received, style) => [
    [
      received.received_at,
      received.verified ? paint(style, "green", "✓ verified") : paint(style, "red", "✗ refused "),
      padText(escapeControl(received.event_type ?? "?"), 23),
      `→ ${responseOf(received)}`,
      ...aboutOf(received).map(escapeControl),
      escapeControl(received.delivery_id ?? "?"),
    ].join("  "),
  ],
};

/** The response status; of a forwarded delivery with its duration, and why there was none. */
function responseOf({ answered, forwarded }: ReceivedEvent): string {
  if (forwarded === null) return String(answered);
  const { error, duration_ms } = forwarded;
  const why = error === null ? "" : ` (no response: ${escapeControl(error)})`;
  return `${answered}${why} in ${durationText(duration_ms)}`;
}

function aboutOf({ reason, event }: ReceivedEvent): string[] {
  if (reason !== null) return [reason];
  return [eventSubject(event ?? undefined)].filter((subject) => subject !== "");
}
