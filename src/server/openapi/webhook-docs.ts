import { Type } from "typebox";
import { Timestamp } from "../../contract/common.ts";
import { type EventType, eventTypes } from "../../contract/event.ts";
import { eventData } from "../../contract/event-data.ts";

/** The guide for developers of webhook receivers. */
export const webhooksGuide = [
  "The service sends events as signed HTTP requests to your HTTPS URL. A subscription defines the " +
    "URL, the event types and the filters. The body of each request is the event as JSON.",
  "Verifying: `X-Service-Signature` is `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of " +
    "`<t>.<raw body>`, with the complete secret (including `whsec_`) as UTF-8 as the key. While a " +
    "replaced secret is still valid, there is one `v1` per secret; one match is sufficient. " +
    "Compare in constant time, over the raw body before parsing it, and reject a `t` that is more " +
    "than 5 minutes off. `webhook-id`, `webhook-timestamp` and `webhook-signature` are the " +
    "equivalent headers of Standard Webhooks. The libraries of Stripe, Svix and Standard Webhooks " +
    "verify deliveries unchanged.",
  "Responding: Any 2xx status within 10 seconds marks the delivery as delivered; the response body " +
    "is ignored. 408, 429, 5xx, connection failures and timeouts are retried: 5 attempts in all, " +
    "at once and after 30 seconds, 2 minutes, 10 minutes and an hour. Any other status, including " +
    "redirects, fails permanently. Every attempt sends the same bytes, with a new signature and " +
    "its own `X-Service-Delivery-Id`.",
  "Dead letters: A delivery that failed permanently or 5 times is `failed_permanent`. Its attempts " +
    "and the first 4 KB of the last response are stored. It is not attempted again; replay it to " +
    "create a new delivery of the same event.",
  "Duplicates and order: Events are delivered at least once. An event can arrive twice, after a " +
    "crash or a replay: store `event_id` (also in `X-Service-Event-Id` and `webhook-id`) and " +
    "ignore repeated events. Order is not guaranteed; `emitted_at` is the time of each event.",
].join("\n\n");

const emittedWhen: Record<EventType, string> = {
  "investigation.queued": "An investigation was queued. Test deliveries send this event too.",
  "investigation.completed": "An investigation completed.",
  "investigation.failed": "An investigation failed; `error` gives the reason.",
  "finding.discovered":
    "An investigation discovered a finding that is not accepted. `tags` are the tags of its host. " +
    "A run of a scheduled question sends only findings that are new, or have new rows of evidence, since the last " +
    "completed run.",
  "finding.resolved":
    "A run of a scheduled question checked the host again, and a finding of the last completed run " +
    "is gone. Only subscriptions that name this type receive it; `*` doesn't include it.",
  "chain.confirmed":
    "Every step of a chain was proven. `tags` are the tags of all its hosts. A run of a scheduled " +
    "question sends only chains that the last completed run did not confirm.",
  "agent.registered": "An agent registered for the first time.",
};

/** The `webhooks` of the OpenAPI document: a request for each type of event. */
export function webhookRequests() {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: requestOf(type) }]));
}

const signatureHeaders = {
  "X-Service-Signature": "`t=<unix seconds>,v1=<hex>`, with one `v1` per valid secret.",
  "X-Service-Event-Id": "The `event_id`.",
  "X-Service-Event-Type": "The `event_type`.",
  "X-Service-Delivery-Id": "Unique per attempt: `<delivery_id>.<number>`.",
  "webhook-id": "The `event_id`.",
  "webhook-timestamp": "The time of the attempt in Unix seconds.",
  "webhook-signature": "`v1,<base64>`, one per valid secret, separated by spaces.",
};

function requestOf(type: EventType) {
  return {
    operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())}`,
    summary: type,
    description: emittedWhen[type],
    tags: ["Webhooks"],
    parameters: Object.entries(signatureHeaders).map(([name, description]) => ({
      name,
      in: "header",
      required: true,
      description,
      schema: { type: "string" },
    })),
    requestBody: { required: true, content: { "application/json": { schema: eventOf(type) } } },
    responses: { "2XX": { description: "Delivered." } },
  };
}

function eventOf(type: EventType) {
  return Type.Object(
    {
      event_id: Type.String({ format: "uuid" }),
      event_type: Type.Literal(type),
      emitted_at: Timestamp,
      api_version: Type.Literal("v1"),
      data: eventData[type],
    },
    { additionalProperties: false },
  );
}
