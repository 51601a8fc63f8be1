import type { Event } from "../../../contract/event.ts";
import type { ReceivedEvent } from "../../../ui/views/received-event.ts";
import { forward } from "./forward.ts";
import type { ReceivedRequest, ReceiverAnswer } from "./receiver.ts";

/** The check of a delivery's signature; see the package's `inquest/webhooks`. */
export type Verify = (delivery: {
  body: Uint8Array;
  headers: NodeJS.Dict<string | string[]>;
  secrets: string;
  nowMs: number;
}) => { ok: true; event: unknown } | { ok: false; message: string };

export interface ReceivingOptions {
  verify: Verify;
  secret: string;
  /** Undefined: a verified delivery is answered 200. */
  target: URL | undefined;
  now: () => number;
}

/** Verifies a delivery, forwards it if there is a target, and returns the response and a report. */
export async function receiveEvent(
  { rawHeaders, headers, body, signal }: ReceivedRequest,
  { verify, secret, target, now }: ReceivingOptions,
): Promise<{ answer: ReceiverAnswer; received: ReceivedEvent }> {
  const nowMs = now();
  const common = {
    received_at: new Date(nowMs).toISOString(),
    delivery_id: headerOf(headers, "x-service-delivery-id"),
    event_type: headerOf(headers, "x-service-event-type"),
  };
  const refuse = (status: number, reason: string) => ({
    answer: { status, body: reason },
    received: {
      ...common,
      verified: false,
      reason,
      answered: status,
      forwarded: null,
      event: null,
    },
  });
  if (body === null) return refuse(413, "The body is larger than 1 MiB.");
  const checked = verify({ body, headers, secrets: secret, nowMs });
  if (!checked.ok) return refuse(401, checked.message);
  const verified = { ...common, verified: true, reason: null, event: checked.event as Event };
  if (!target) {
    const answer = { status: 200, body: "" };
    return { answer, received: { ...verified, answered: 200, forwarded: null } };
  }
  const { body: said, ...forwarded } = await forward({ target, rawHeaders, body, signal, now });
  // Without a response, answer like a gateway; the dead letter then shows the reason.
  const status = forwarded.status ?? 502;
  const answer = { status, body: forwarded.error ? `No response (${forwarded.error}).` : said };
  return { answer, received: { ...verified, answered: status, forwarded } };
}

function headerOf(headers: NodeJS.Dict<string | string[]>, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}
