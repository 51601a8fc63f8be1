import {
  CreateSubscription,
  QueuedDelivery,
  Subscription,
  SubscriptionPage,
  SubscriptionWithSecret,
  UpdatedSubscription,
  UpdateSubscription,
} from "../../contract/webhook.ts";
import { notFound } from "../http/errors.ts";
import { ListQuery } from "../http/list-page.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { refuseFields } from "../http/require-empty-body.ts";
import { noContent, SubscriptionPath } from "../http/route-schemas.ts";
import type { SubscriptionServices } from "./services.ts";
import {
  createSubscription,
  deleteSubscription,
  findSubscription,
  listSubscriptions,
  toSubscription,
  updateSubscription,
} from "./subscriptions.ts";
import { testSubscription } from "./test-delivery.ts";

const tags = ["Webhooks"];
const params = SubscriptionPath;

export function addSubscriptionRoutes(app: App, services: SubscriptionServices): void {
  const { store } = services;
  const subscriptionExists = mustExist((request) =>
    findSubscription(store, {
      accountId: callerOf(request).accountId,
      id: pathParameter(request, "id"),
    }),
  );

  app.get(
    "/v1/webhooks/subscriptions",
    {
      config: { access: "webhooks:read" },
      schema: {
        operationId: "listSubscriptions",
        summary: "List subscriptions",
        description: "Newest first, without their secrets.",
        tags,
        querystring: ListQuery,
        response: { 200: { description: "One page.", ...SubscriptionPage } },
      },
    },
    async (request) => listSubscriptions(store, callerOf(request).accountId, request.query),
  );

  app.post(
    "/v1/webhooks/subscriptions",
    {
      config: { access: "webhooks:write" },
      schema: {
        operationId: "createSubscription",
        summary: "Subscribe to events",
        description:
          "Every event from now on whose type is one of `events` and which passes every filter is " +
          "delivered to `url`. Without a `secret` one is made. This answer is the only one that " +
          "shows it. A subscription that isn't `active` gets nothing, and nothing is kept for it.",
        tags,
        body: CreateSubscription,
        response: { 201: { description: "It holds at once.", ...SubscriptionWithSecret } },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      return reply.code(201).send(await createSubscription(services, accountId, request.body));
    },
  );

  app.get(
    "/v1/webhooks/subscriptions/:id",
    {
      config: { access: "webhooks:read" },
      onRequest: subscriptionExists,
      schema: {
        operationId: "getSubscription",
        summary: "Show a subscription",
        description: "A subscription as it holds now, without its secret.",
        tags,
        params,
        response: { 200: { description: "The subscription.", ...Subscription } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const found = await findSubscription(store, { accountId, id: request.params.id });
      if (!found) throw notFound();
      return toSubscription(found.record);
    },
  );

  app.patch(
    "/v1/webhooks/subscriptions/:id",
    {
      config: { access: "webhooks:write" },
      onRequest: subscriptionExists,
      schema: {
        operationId: "updateSubscription",
        summary: "Change, pause, or rotate the secret of a subscription",
        description:
          "Changes the fields that are sent; `events` and `filters` are replaced as a whole, and " +
          "`filters` of `{}` are none. `active` false pauses it: what happens meanwhile is not " +
          "delivered later. A new secret is set by `secret`, or made with `rotate_secret`; the one " +
          "before signs along for 24 hours unless the server is told otherwise. Deliveries that " +
          "are queued already keep their URL and their secret.",
        tags,
        params,
        body: UpdateSubscription,
        response: {
          200: {
            description: "It as it is now; with `secret` if this call set or made one.",
            ...UpdatedSubscription,
          },
        },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      return updateSubscription(services, { accountId, id: request.params.id }, request.body);
    },
  );

  app.delete(
    "/v1/webhooks/subscriptions/:id",
    {
      config: { access: "webhooks:write" },
      onRequest: subscriptionExists,
      schema: {
        operationId: "deleteSubscription",
        summary: "Delete a subscription",
        description: "Deliveries that are queued already are still attempted.",
        tags,
        params,
        response: { 204: noContent("Deleted.") },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      await deleteSubscription(services, { accountId, id: request.params.id });
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/v1/webhooks/subscriptions/:id/test",
    {
      config: { access: "webhooks:write" },
      onRequest: subscriptionExists,
      preValidation: refuseFields,
      schema: {
        operationId: "testSubscription",
        summary: "Send a test event",
        description:
          "Queues a made-up `investigation.queued`, with `test` true in its `data`, to this " +
          "subscription alone, whatever its filters, and paused or not. A URL that can't be " +
          "reached or may not be is told at once: `subscription_url_unreachable`.",
        tags,
        params,
        response: { 202: { description: "Queued; it is in the deliveries.", ...QueuedDelivery } },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const address = { accountId, id: request.params.id };
      return reply.code(202).send(await testSubscription(services, address));
    },
  );
}
