import { Type } from "typebox";
import {
  CreateCuriosityItem,
  CuriosityItem,
  CuriosityPage,
  UpdateCuriosityItem,
} from "../../contract/curiosity.ts";
import { notFound } from "../http/errors.ts";
import { ListQuery } from "../http/list-page.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { noContent } from "../http/route-schemas.ts";
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

const tags = ["Curiosity"];
const params = Type.Object({ id: Type.String({ description: "`cur_` and 26 characters." }) });

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
        summary: "List standing questions",
        description: "The next to run first, paused ones last.",
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
        summary: "Ask a question again and again",
        description:
          "Runs at `first_run_at`, or at once, and then each `interval`, exactly as if it had been " +
          "asked by hand. A run never starts while the one before goes on; slots that pass " +
          "meanwhile, or while the service is down, are left out but for one.",
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
        summary: "Show a standing question",
        description: "The item as it is now.",
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

  app.patch(
    "/v1/curiosity/:id",
    {
      config: { access: "curiosity:write" },
      onRequest: itemExists,
      schema: {
        operationId: "updateCuriosity",
        summary: "Change, pause or resume a standing question",
        description:
          "Changes the fields that are sent. A new `interval` counts from the last run; a new " +
          "`first_run_at` is the next slot. `active` false pauses; an item that is overdue when it " +
          "is resumed runs once, at once.",
        tags,
        params,
        body: UpdateCuriosityItem,
        response: { 200: { description: "The item as it is now.", ...CuriosityItem } },
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
        summary: "Delete a standing question",
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
