import { Delivery, DeliveryPage, QueuedDelivery } from "../../contract/webhook.ts";
import { notFound } from "../http/errors.ts";
import { eventStreams } from "../http/event-stream.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { requireEmptyBody } from "../http/require-empty-body.ts";
import { DeliveryPath, textResponse } from "../http/route-schemas.ts";
import {
  DeliveryFilter,
  DeliveryListQuery,
  findDelivery,
  listDeliveries,
  withEvent,
} from "./deliveries.ts";
import { followDeliveries } from "./follow-deliveries.ts";
import { replayDelivery } from "./replay-delivery.ts";
import type { DeliveryServices } from "./services.ts";

const tags = ["Webhooks"];
const params = DeliveryPath;

/** Limits a reader that has stopped reading to about a megabyte of ids. */
const maxWaiting = 10_000;

export function addDeliveryRoutes(app: App, services: DeliveryServices): void {
  const { store, heartbeatMs } = services;
  const sendEventStream = eventStreams(app);
  const deliveryExists = mustExist((request) =>
    findDelivery(store, {
      accountId: callerOf(request).accountId,
      id: pathParameter(request, "delivery_id"),
    }),
  );

  app.get(
    "/v1/webhooks/deliveries",
    {
      config: { access: "webhooks:read" },
      schema: {
        operationId: "listDeliveries",
        summary: "List deliveries",
        description:
          "Newest first, each with its event and all attempts. Deliveries must match every filter. " +
          "`status=failed_permanent` lists the dead letters.",
        tags,
        querystring: DeliveryListQuery,
        response: { 200: { description: "One page.", ...DeliveryPage } },
      },
    },
    async (request) => listDeliveries(store, callerOf(request).accountId, request.query),
  );

  app.get(
    "/v1/webhooks/deliveries/stream",
    {
      config: { access: "webhooks:read" },
      schema: {
        operationId: "streamDeliveries",
        summary: "Follow deliveries",
        description:
          "Server-Sent Events: one `delivery` event per change of a matching delivery, with the " +
          "delivery's current state as its data. Several changes in quick succession may be merged " +
          "into one event. The stream has no past events and no ids to resume after: list the " +
          "deliveries after each connection to catch up. The stream ends when the server stops, or " +
          "when the client falls behind by 10,000 deliveries.",
        tags,
        querystring: DeliveryFilter,
        response: { 200: textResponse("The events.", "text/event-stream") },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const filter = request.query;
      return sendEventStream(reply, (signal) =>
        followDeliveries(store, { accountId, filter, heartbeatMs, signal, maxWaiting }),
      );
    },
  );

  app.get(
    "/v1/webhooks/deliveries/:delivery_id",
    {
      config: { access: "webhooks:read" },
      onRequest: deliveryExists,
      schema: {
        operationId: "getDelivery",
        summary: "Show a delivery",
        description: "A delivery with its event, all attempts and the last response.",
        tags,
        params,
        response: { 200: { description: "The delivery.", ...Delivery } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const found = await findDelivery(store, { accountId, id: request.params.delivery_id });
      const delivery = found && (await withEvent(store, found.record));
      if (!delivery) throw notFound();
      return delivery;
    },
  );

  app.post(
    "/v1/webhooks/deliveries/:delivery_id/replay",
    {
      config: { access: "webhooks:write" },
      onRequest: deliveryExists,
      preValidation: requireEmptyBody,
      schema: {
        operationId: "replayDelivery",
        summary: "Replay a delivery",
        description:
          "Queues the same event, with the same `event_id`, as a new delivery with its own retry " +
          "schedule. It uses the subscription's current URL and secrets, even if the subscription " +
          "is paused. Any delivery can be replayed, whatever its status. The original is unchanged " +
          "except for `replayed_as`, which names its latest replay. Returns 404 if the " +
          "subscription was deleted.",
        tags,
        params,
        response: { 202: { description: "Queued.", ...QueuedDelivery } },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const address = { accountId, id: request.params.delivery_id };
      return reply.code(202).send(await replayDelivery(services, address));
    },
  );
}
