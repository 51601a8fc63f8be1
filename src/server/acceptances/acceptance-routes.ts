import { Type } from "typebox";
import {
  Acceptance,
  AcceptancePage,
  CreateAcceptance,
} from "../../contract/acceptances/acceptance.ts";
import { createLimit } from "../../core/limit.ts";
import { notFound } from "../http/errors.ts";
import { ListQuery } from "../http/list-page.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { describedError, noContent, pathId } from "../http/route-schemas.ts";
import {
  createAcceptance,
  deleteAcceptance,
  findAcceptance,
  listAcceptances,
  toAcceptance,
} from "./acceptances.ts";
import type { AcceptanceServices } from "./services.ts";

const tags = ["Acceptances"];
const params = Type.Object({ id: pathId("`acp_` and 26 characters.") });

export function addAcceptanceRoutes(app: App, services: AcceptanceServices): void {
  const { store } = services;
  // Two requests to accept the same findings at once must not add two acceptances.
  const inTurn = createLimit(1);
  const acceptanceExists = mustExist((request) =>
    findAcceptance(store, {
      accountId: callerOf(request).accountId,
      id: pathParameter(request, "id"),
    }),
  );

  app.get(
    "/v1/acceptances",
    {
      config: { access: "investigations:read" },
      schema: {
        operationId: "listAcceptances",
        summary: "List acceptances",
        description: "Newest first, with those that have ended.",
        tags,
        querystring: ListQuery,
        response: { 200: { description: "One page.", ...AcceptancePage } },
      },
    },
    async (request) => listAcceptances(store, callerOf(request).accountId, request.query),
  );

  app.post(
    "/v1/acceptances",
    {
      config: { access: "investigations:trigger" },
      schema: {
        operationId: "createAcceptance",
        summary: "Accept a finding",
        description:
          "From the next investigation on, findings of the same detection on the finding's host, " +
          "or on the hosts of `agent_id`, `tags` or `everywhere`, are accepted as a risk: they are " +
          "still listed, with `accepted`, but send no events and count neither in severities nor " +
          "as failed or new. An acceptance covers the rows of evidence that the finding has, " +
          "compared by the columns that identify them; a finding with other rows counts again. " +
          "Accepting the same findings once more replaces the reason and the end.",
        tags,
        body: CreateAcceptance,
        response: {
          200: { description: "The acceptance, which existed before.", ...Acceptance },
          201: { description: "The acceptance.", ...Acceptance },
          404: describedError(
            "The account has no such finding, or its detection no longer exists.",
          ),
        },
      },
    },
    async (request, reply) => {
      const { acceptance, isNew } = await inTurn(() =>
        createAcceptance(services, callerOf(request), request.body),
      );
      return reply.code(isNew ? 201 : 200).send(acceptance);
    },
  );

  app.get(
    "/v1/acceptances/:id",
    {
      config: { access: "investigations:read" },
      onRequest: acceptanceExists,
      schema: {
        operationId: "getAcceptance",
        summary: "Show an acceptance",
        description: "One acceptance, in effect or ended.",
        tags,
        params,
        response: { 200: { description: "The acceptance.", ...Acceptance } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const found = await findAcceptance(store, { accountId, id: request.params.id });
      if (!found) throw notFound();
      return toAcceptance(found);
    },
  );

  app.delete(
    "/v1/acceptances/:id",
    {
      config: { access: "investigations:trigger" },
      onRequest: acceptanceExists,
      schema: {
        operationId: "deleteAcceptance",
        summary: "Delete an acceptance",
        description: "Its findings count again from the next investigation on.",
        tags,
        params,
        response: { 204: noContent("Deleted.") },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      await deleteAcceptance(store, { accountId, id: request.params.id });
      return reply.code(204).send(null);
    },
  );
}
