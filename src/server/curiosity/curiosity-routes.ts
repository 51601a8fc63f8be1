import { Type } from "typebox";
import {
  CreateCuriosityItem,
  CuriosityItem,
  CuriosityPage,
  UpdateCuriosityItem,
} from "../../contract/curiosity.ts";
import { TriggerResponse } from "../../contract/investigation.ts";
import { notFound } from "../http/errors.ts";
import { ListQuery } from "../http/list-page.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { requireEmptyBody } from "../http/require-empty-body.ts";
import { describedError, noContent, pathId } from "../http/route-schemas.ts";
import {
  type CuriosityServices,
  createCuriosity,
  deleteCuriosity,
  findCuriosity,
  toCuriosityItem,
  updateCuriosity,
} from "./curiosity-items.ts";
import { createCuriosityOrder } from "./curiosity-order.ts";
import { listCuriosity } from "./list-curiosity.ts";
import { runCuriosity } from "./run-curiosity.ts";

const tags = ["Curiosity"];
const params = Type.Object({ id: pathId("`cur_` and 26 characters.") });

export function addCuriosityRoutes(app: App, services: CuriosityServices): void {
  const { store } = services;
  const order = createCuriosityOrder(store);
  app.addHook("onClose", async () => order.stop());
  const itemExists = mustExist((request) =>
    findCuriosity(store, {
      accountId: callerOf(request).accountId,
      id: pathParameter(request, "id"),
    }),
  );

  app.get(
    "/v1/curiosity",
    {
      config: { access: "curiosity:read" },
      schema: {
        operationId: "listCuriosity",
        summary: "List scheduled questions",
        description: "Sorted by next run; paused questions come last.",
        tags,
        querystring: ListQuery,
        response: { 200: { description: "One page.", ...CuriosityPage } },
      },
    },
    async (request) => listCuriosity({ store, order }, callerOf(request).accountId, request.query),
  );

  app.post(
    "/v1/curiosity",
    {
      config: { access: "curiosity:write" },
      schema: {
        operationId: "createCuriosity",
        summary: "Schedule a question",
        description:
          "Runs at `first_run_at`, or at once if absent, and then every `interval`, or else at the " +
          "times of a `calendar`, exactly like a question that is asked manually. A run never starts while the previous one is running. " +
          "Runs missed meanwhile, or while the service is down, are replaced by a single one.",
        tags,
        body: CreateCuriosityItem,
        response: { 201: { description: "The item.", ...CuriosityItem } },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      return reply.code(201).send(await createCuriosity(services, accountId, request.body));
    },
  );

  app.get(
    "/v1/curiosity/:id",
    {
      config: { access: "curiosity:read" },
      onRequest: itemExists,
      schema: {
        operationId: "getCuriosity",
        summary: "Show a scheduled question",
        description: "The item, with the current status of its last run.",
        tags,
        params,
        response: { 200: { description: "The item.", ...CuriosityItem } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const found = await findCuriosity(store, { accountId, id: request.params.id });
      if (!found) throw notFound();
      return toCuriosityItem(store, found.record);
    },
  );

  app.post(
    "/v1/curiosity/:id/runs",
    {
      config: { access: "curiosity:write" },
      onRequest: itemExists,
      preValidation: requireEmptyBody,
      schema: {
        operationId: "runCuriosity",
        summary: "Run a scheduled question now",
        description:
          "Queues a run at once, also of a paused question, and returns as if the question was asked " +
          "manually. The schedule is unchanged.",
        tags,
        params,
        response: {
          202: { description: "Queued.", ...TriggerResponse },
          409: describedError("A run of the question is in progress."),
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const address = { accountId, id: request.params.id };
      return reply.code(202).send(await runCuriosity(services, address));
    },
  );

  app.patch(
    "/v1/curiosity/:id",
    {
      config: { access: "curiosity:write" },
      onRequest: itemExists,
      schema: {
        operationId: "updateCuriosity",
        summary: "Update, pause or resume a scheduled question",
        description:
          "Changes the fields in the request. A new `interval` counts from the last run, and ends a " +
          "`calendar` unless the request has one; a new `first_run_at` becomes the next run. `active: false` pauses the item. An item that is " +
          "overdue when it is resumed runs once immediately.",
        tags,
        params,
        body: UpdateCuriosityItem,
        response: {
          200: {
            description: "The item, with the current status of its last run.",
            ...CuriosityItem,
          },
        },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      return updateCuriosity(services, { accountId, id: request.params.id }, request.body);
    },
  );

  app.delete(
    "/v1/curiosity/:id",
    {
      config: { access: "curiosity:write" },
      onRequest: itemExists,
      schema: {
        operationId: "deleteCuriosity",
        summary: "Delete a scheduled question",
        description: "Investigations that it started are unaffected.",
        tags,
        params,
        response: { 204: noContent("Deleted.") },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      await deleteCuriosity(store, { accountId, id: request.params.id });
      return reply.code(204).send(null);
    },
  );
}
