import { Type } from "typebox";
import { Timestamp } from "../../contract/common.ts";
import { type EventType, eventTypes } from "../../contract/event.ts";
import { eventData } from "../../contract/event-data.ts";

/** What somebody who writes a receiver has to know. */
export const webhooksGuide = [
  "Events as signed HTTP requests to an HTTPS URL of your own. A subscription names the URL, the " +
    "types of events, and filters; the body of each request is the event as JSON.",
  "Verifying: `X-Service-Signature` is `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of " +
    "`<t>.<raw body>`, the key being the whole secret (`whsec_` included) as UTF-8. While a " +
    "replaced secret still signs there is a `v1` for each; one that is right suffices. Compare in " +
    "constant time, over the body as it came and before it is parsed, and refuse a `t` that is " +
    "more than 5 minutes off. `webhook-id`, `webhook-timestamp` and `webhook-signature` say the " +
    "same in the way of Standard Webhooks. The libraries of Stripe, Svix and Standard Webhooks " +
    "verify deliveries unchanged.",
  "Answering: Any 2xx within 10 seconds is delivered; only the status counts. 408, 429, 5xx, " +
    "no connection and no answer in time are tried again: 5 attempts in all, at once and after " +
    "30 seconds, 2 minutes, 10 minutes and an hour. Everything else, redirects included, is " +
    "permanent. The body is byte for byte the same each time; each attempt is signed anew and has " +
    "its own `X-Service-Delivery-Id`.",
  "Dead letters: What was refused for good or failed 5 times is `failed_permanent`: its " +
    "attempts and the first 4 KB of the last response are kept, and nothing more is tried until " +
    "it is replayed. A replay is a new delivery of the same event.",
  "At least once, in no order: An event can arrive twice, after a crash or a replay: remember " +
    "`event_id` (also in `X-Service-Event-Id` and `webhook-id`) and do nothing the second time. " +
    "Events may overtake each other; `emitted_at` says when each happened.",
].join("\n\n");

const emittedWhen: Record<EventType, string> = {
  "investigation.queued": "An investigation is queued; also the event of a test delivery.",
  "investigation.completed": "An investigation completes.",
  "investigation.failed": "An investigation fails; its `error` says why.",
  "finding.discovered": "A finding is found. The tags are its host's.",
  "chain.confirmed": "Every step of a chain is proven. The tags are those of every host on it.",
  "agent.registered": "An agent registers for the first time.",
};

/** The `webhooks` of the OpenAPI document: a request for each type of event. */
export function webhookRequests() {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: requestOf(type) }]));
}

const signatureHeaders = {
  "X-Service-Signature": "`t=<unix seconds>,v1=<hex>`, a `v1` for each secret in force.",
  "X-Service-Event-Id": "The `event_id`.",
  "X-Service-Event-Type": "The `event_type`.",
  "X-Service-Delivery-Id": "Unique to the attempt: `<delivery_id>.<number>`.",
  "webhook-id": "The `event_id`.",
  "webhook-timestamp": "Unix seconds of the attempt.",
  "webhook-signature": "`v1,<base64>`, one for each secret in force, with a space between.",
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
