import { type Api, pathOf } from "./api.ts";
import type { WebhookClient } from "./types.ts";

const subscriptions = "/v1/webhooks/subscriptions";
const deliveries = "/v1/webhooks/deliveries";

export function webhookClient(api: Api): WebhookClient {
  return {
    subscriptions: (query = {}, call) => api.pages(subscriptions, query, call),
    subscription: (id, call) => api.get(`${subscriptions}/${pathOf(id)}`, call),
    createSubscription: (request, call) => api.post(subscriptions, request, call),
    updateSubscription: (id, patch, call) =>
      api.patch(`${subscriptions}/${pathOf(id)}`, patch, call),
    deleteSubscription: (id, call) => api.delete(`${subscriptions}/${pathOf(id)}`, call),
    testSubscription: (id, call) =>
      api.post(`${subscriptions}/${pathOf(id, "test")}`, undefined, call),
    deliveries: (query = {}, call) => api.pages(deliveries, { ...query }, call),
    delivery: (id, call) => api.get(`${deliveries}/${pathOf(id)}`, call),
    replayDelivery: (id, call) =>
      api.post(`${deliveries}/${pathOf(id, "replay")}`, undefined, call),
  };
}
