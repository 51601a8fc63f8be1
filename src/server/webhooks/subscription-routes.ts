import {
  CheckUrl,
  CreateSubscription,
  QueuedDelivery,
  Subscription,
  SubscriptionPage,
  SubscriptionWithSecret,
  UpdatedSubscription,
  UpdateSubscription,
  UrlCheckResult,
} from "../../contract/webhook.ts";
import { notFound } from "../http/errors.ts";
import { ListQuery } from "../http/list-page.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { requireEmptyBody } from "../http/require-empty-body.ts";
import { noContent, SubscriptionPath } from "../http/route-schemas.ts";
import { checkUrl } from "./check-url.ts";
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
        description: "Newest first, without secrets.",
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
        summary: "Create a subscription",
        description:
          "Delivers every future event whose type is in `events` and that passes all filters to " +
          "`url`. If `secret` is absent, one is generated. The secret is returned only in this " +
          "response. An inactive subscription receives nothing, and its events are not queued.",
        tags,
        body: CreateSubscription,
        response: {
          201: { description: "The subscription, in effect at once.", ...SubscriptionWithSecret },
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      return reply.code(201).send(await createSubscription(services, accountId, request.body));
    },
  );

  app.post(
    "/v1/webhooks/url-checks",
    {
      config: { access: "webhooks:write" },
      schema: {
        operationId: "checkWebhookUrl",
        summary: "Check a receiver's URL",
        description:
          "Resolves the name and checks the address as for a delivery, and sends nothing. A name that " +
          "doesn't resolve may do so later; a refused address stays refused.",
        tags,
        body: CheckUrl,
        response: { 200: { description: "The result.", ...UrlCheckResult } },
      },
    },
    async (request) => checkUrl(services, request.body.url),
  );

  app.get(
    "/v1/webhooks/subscriptions/:id",
    {
      config: { access: "webhooks:read" },
      onRequest: subscriptionExists,
      schema: {
        operationId: "getSubscription",
        summary: "Show a subscription",
        description: "A subscription without its secret.",
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
        summary: "Update, pause, or rotate the secret of a subscription",
        description:
          "Changes the fields in the request. `events` and `filters` are replaced as a whole; " +
          "`filters` of `{}` removes all filters. `active: false` pauses the subscription, and " +
          "events during the pause are not delivered later. `secret` sets a new secret and " +
          "`rotate_secret` generates one; the previous secret keeps signing for 24 hours unless " +
          "the server is configured otherwise. Deliveries that are already queued keep their URL " +
          "and secret.",
        tags,
        params,
        body: UpdateSubscription,
        response: {
          200: {
            description:
              "The updated subscription, with `secret` if this request set or generated one.",
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
        description: "Deliveries that are already queued are still attempted.",
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
      preValidation: requireEmptyBody,
      schema: {
        operationId: "testSubscription",
        summary: "Send a test event",
        description:
          "Queues a sample `investigation.queued` event with `test: true` in its `data` to this " +
          "subscription only, regardless of its filters and of whether it is paused. Returns " +
          "`subscription_url_unreachable` if the URL can't be reached or its address is not allowed.",
        tags,
        params,
        response: {
          202: {
            description: "Queued. The delivery is listed with the others.",
            ...QueuedDelivery,
          },
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const address = { accountId, id: request.params.id };
      return reply.code(202).send(await testSubscription(services, address));
    },
  );
}
