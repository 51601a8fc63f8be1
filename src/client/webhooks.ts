import type {
  Delivery,
  DeliveryPage,
  QueuedDelivery,
  SubscriptionWithSecret,
  UpdatedSubscription,
} from "../contract/webhook.ts";
import { type Api, pathOf } from "./api.ts";
import { fillDelivery, fillQueued, fillSubscription } from "./fill-missing.ts";
import { notOffered } from "./optional-operations.ts";
import type { Call, DeliveryQuery, WebhookClient } from "./types.ts";

const subscriptions = "/v1/webhooks/subscriptions";
const deliveries = "/v1/webhooks/deliveries";

export function webhookClient(api: Api): WebhookClient {
  return {
    subscriptions: (query = {}, call) => api.pages(subscriptions, query, call),
    subscription: (id, call) => api.get(`${subscriptions}/${pathOf(id)}`, call),
    createSubscription: async (request, call) =>
      fillSubscription(await api.post<SubscriptionWithSecret>(subscriptions, request, call), {
        active: true,
        filters: {},
      }),
    updateSubscription: async (id, patch, call) => {
      const { rotate_secret: _, secret: __, ...said } = patch;
      const updated = await api.patch<object>(`${subscriptions}/${pathOf(id)}`, patch, call);
      return fillSubscription<UpdatedSubscription>({ ...updated } as UpdatedSubscription, {
        id,
        ...said,
      });
    },
    deleteSubscription: (id, call) => api.delete(`${subscriptions}/${pathOf(id)}`, call),
    checkWebhookUrl: (url, call) => api.post("/v1/webhooks/url-checks", { url }, call),
    testSubscription: (id, call) =>
      queued(api.post(`${subscriptions}/${pathOf(id, "test")}`, undefined, call), {
        subscription_id: id,
      }),
    deliveries: (query = {}, call) => listDeliveries(api, query, call),
    delivery: async (id, call) => fillDelivery(await api.get(`${deliveries}/${pathOf(id)}`, call)),
    replayDelivery: (id, call) =>
      queued(api.post(`${deliveries}/${pathOf(id, "replay")}`, undefined, call), { replay_of: id }),
  };
}

/** The contract doesn't define the response of a test or replay. */
async function queued(
  answer: Promise<object | undefined>,
  known: Partial<QueuedDelivery>,
): Promise<QueuedDelivery> {
  return fillQueued({ ...(await answer) } as QueuedDelivery, known);
}

/** Nor does it define the shape of a list of deliveries. */
async function* listDeliveries(
  api: Api,
  query: DeliveryQuery,
  call?: Call,
): AsyncGenerator<DeliveryPage> {
  for await (const page of api.pages<DeliveryPage | (Delivery[] & { next_cursor: null })>(
    deliveries,
    { ...query },
    call,
  )) {
    const rows = Array.isArray(page) ? page : page.deliveries;
    // Unfiltered rows of a server that ignores the filter would mislead.
    if ((query.since ?? query.until) && rows.some((row) => row.created_at === undefined))
      throw notOffered("filtering deliveries by time");
    if (query.event_type && rows.some((row) => row.event_type === undefined))
      throw notOffered("filtering deliveries by event type");
    yield { deliveries: rows.map(fillDelivery), next_cursor: page.next_cursor ?? null };
  }
}
