import { type Static, Type } from "typebox";
import { GivenTags, Nullable, Timestamp } from "./common.ts";
import { deliveryStatuses, eventTypes, filterSeverities } from "./enums.ts";
import { Event, EventType } from "./event.ts";

export { deliveryStatuses, filterSeverities, isFinal } from "./enums.ts";

const strict = { additionalProperties: false } as const;

/** Names of custom formats; the validator defines them. */
export const webhookUrlFormat = "webhook-url";
export const webhookSecretFormat = "webhook-secret";

export const maxUrlLength = 2_048;

const Url = Type.String({ format: webhookUrlFormat, maxLength: maxUrlLength });
const subscribable = [...eventTypes, "*"] as const;
const Events = Type.Array(Type.Enum([...subscribable], { type: "string" }), {
  minItems: 1,
  maxItems: subscribable.length,
  uniqueItems: true,
  description: "Event types. `*` stands for all of them but `finding.resolved`.",
});
const Secret = Type.String({
  format: webhookSecretFormat,
  maxLength: 128,
  description: "`whsec_` followed by 24 to 64 bytes in standard base64.",
});

export const FilterSeverity = Type.Enum([...filterSeverities]);
export type FilterSeverity = (typeof filterSeverities)[number];

/** An event must pass every filter. */
export const SubscriptionFilters = Type.Object(
  {
    min_severity: Type.Optional(FilterSeverity),
    tags: Type.Optional(GivenTags),
  },
  strict,
);
export type SubscriptionFilters = Static<typeof SubscriptionFilters>;

const subscriptionFields = {
  id: Type.String({ description: "`sub_` and 26 characters." }),
  url: Url,
  events: Events,
  filters: SubscriptionFilters,
  active: Type.Boolean({ description: "If false, events create no deliveries." }),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const Subscription = Type.Object(subscriptionFields, strict);
export type Subscription = Static<typeof Subscription>;

/** A subscription with the secret that was just set or generated; it is returned only once. */
export const SubscriptionWithSecret = Type.Object(
  { ...subscriptionFields, secret: Secret },
  strict,
);
export type SubscriptionWithSecret = Static<typeof SubscriptionWithSecret>;

/** The response to an update; has the secret only when this request set or generated one. */
export const UpdatedSubscription = Type.Object(
  {
    ...subscriptionFields,
    secret: Type.Optional(Secret),
    previous_secret_until: Type.Optional({
      ...Timestamp,
      description: "When the replaced secret stops signing.",
    }),
  },
  strict,
);
export type UpdatedSubscription = Static<typeof UpdatedSubscription>;

export const CreateSubscription = Type.Object(
  {
    url: Url,
    events: Events,
    filters: Type.Optional(SubscriptionFilters),
    active: Type.Optional(Type.Boolean()),
    secret: Type.Optional(Secret),
  },
  strict,
);
export type CreateSubscription = Static<typeof CreateSubscription>;

export const UpdateSubscription = Type.Partial(
  Type.Object({
    ...CreateSubscription.properties,
    rotate_secret: Type.Literal(true, {
      description: "Generates a new secret, unless `secret` is set.",
    }),
  }),
  strict,
);
export type UpdateSubscription = Static<typeof UpdateSubscription>;

export const CheckUrl = Type.Object({ url: Url }, strict);

/** Whether the server would deliver to a URL. */
export const UrlCheckResult = Type.Object(
  {
    reason: Nullable(
      Type.String({
        description: "Why deliveries would fail now; null if they would be attempted.",
      }),
    ),
    permanent: Type.Boolean({
      description: "The URL itself is refused, whatever its name resolves to later.",
    }),
  },
  strict,
);
export type UrlCheckResult = Static<typeof UrlCheckResult>;

export const SubscriptionPage = Type.Object(
  { subscriptions: Type.Array(Subscription), next_cursor: Nullable(Type.String()) },
  strict,
);
export type SubscriptionPage = Static<typeof SubscriptionPage>;

export const DeliveryStatus = Type.Enum([...deliveryStatuses], {
  description:
    "`pending` before the first attempt, `retrying` while attempts are left, `failed_permanent` for a dead letter.",
});
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One HTTP request; exactly one of `response_code` and `error` is null unless the response was cut short. */
export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    at: Timestamp,
    response_code: Nullable(Type.Integer()),
    error: Nullable(Type.String()),
    duration_ms: Type.Number(),
  },
  strict,
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** Limit of a stored response body, in bytes of UTF-8. */
export const maxResponseBytes = 4_096;

export const Delivery = Type.Object(
  {
    delivery_id: Type.String({ description: "`dlv_` and 26 characters; new for every replay." }),
    event_id: Type.String({ description: "The same in every replay." }),
    event_type: EventType,
    subscription_id: Type.String(),
    url: Type.String(),
    status: DeliveryStatus,
    attempt_count: Type.Integer({ minimum: 0 }),
    last_response_code: Nullable(Type.Integer()),
    last_response_body: Nullable(
      Type.String({
        description: `At most ${maxResponseBytes} bytes, truncated at a character boundary.`,
      }),
    ),
    last_error: Nullable(Type.String()),
    next_attempt_at: Nullable(Timestamp),
    replay_of: Nullable(Type.String({ description: "The delivery that this one replays." })),
    replayed_as: Nullable(
      Type.String({ description: "The latest delivery that replays this one." }),
    ),
    created_at: Timestamp,
    attempts: Type.Array(DeliveryAttempt),
    event: Event,
  },
  strict,
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryPage = Type.Object(
  { deliveries: Type.Array(Delivery), next_cursor: Nullable(Type.String()) },
  strict,
);
export type DeliveryPage = Static<typeof DeliveryPage>;

/** The response to a test and a replay. */
export const QueuedDelivery = Type.Object(
  {
    delivery_id: Type.String(),
    event_id: Type.String(),
    subscription_id: Type.String(),
    status: DeliveryStatus,
    replay_of: Type.Optional(Type.String()),
  },
  strict,
);
export type QueuedDelivery = Static<typeof QueuedDelivery>;
