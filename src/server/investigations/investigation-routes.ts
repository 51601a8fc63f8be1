import { Type } from "typebox";
import {
  CancelResponse,
  Investigation,
  InvestigationPage,
  TriggerRequest,
  TriggerResponse,
} from "../../contract/investigation.ts";
import { notFound } from "../http/errors.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { describedError, InvestigationPath } from "../http/route-schemas.ts";
import { cancelInvestigation } from "./cancel-investigation.ts";
import { findInvestigation, loadWithBlob } from "./find-investigation.ts";
import { toInvestigation } from "./investigation-view.ts";
import { InvestigationListQuery, listInvestigations } from "./list-investigations.ts";
import type { InvestigationServices } from "./services.ts";
import { triggerInvestigation } from "./trigger-investigation.ts";

const tags = ["Investigations"];

export function addInvestigationRoutes(app: App, services: InvestigationServices): void {
  const { store } = services;
  const investigationExists = mustExist((request) =>
    findInvestigation(store, {
      accountId: callerOf(request).accountId,
      id: pathParameter(request, "id"),
    }),
  );

  app.post(
    "/v1/investigations",
    {
      config: { access: "investigations:trigger" },
      schema: {
        operationId: "triggerInvestigation",
        summary: "Ask a question",
        description:
          "Queues an investigation and returns at once. With an idempotency key, in the header or " +
          "the body, repeating the request within 24 hours returns the first response again.",
        tags,
        headers: Type.Object({
          "idempotency-key": Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        }),
        body: TriggerRequest,
        response: {
          202: { description: "Queued.", ...TriggerResponse },
          409: describedError("The idempotency key was used with a different body."),
        },
      },
    },
    async (request, reply) => {
      const response = await triggerInvestigation(services, {
        accountId: callerOf(request).accountId,
        request: request.body,
        headerKey: request.headers["idempotency-key"],
      });
      return reply.code(202).send(response);
    },
  );

  app.get(
    "/v1/investigations",
    {
      config: { access: "investigations:read" },
      schema: {
        operationId: "listInvestigations",
        summary: "List investigations",
        description: "Newest first, without findings and chains.",
        tags,
        querystring: InvestigationListQuery,
        response: { 200: { description: "One page.", ...InvestigationPage } },
      },
    },
    async (request) => listInvestigations(store, callerOf(request).accountId, request.query),
  );

  app.get(
    "/v1/investigations/:id",
    {
      config: { access: "investigations:read" },
      onRequest: investigationExists,
      schema: {
        operationId: "getInvestigation",
        summary: "Show an investigation",
        description: "The reading of the question, progress, findings, chains and the answer.",
        tags,
        params: InvestigationPath,
        response: { 200: { description: "The investigation.", ...Investigation } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const found = await findInvestigation(store, { accountId, id: request.params.id });
      if (!found) throw notFound();
      const { record, blob } = await loadWithBlob(store, found.record);
      return toInvestigation(record, blob);
    },
  );

  app.delete(
    "/v1/investigations/:id",
    {
      config: { access: "investigations:trigger" },
      onRequest: investigationExists,
      schema: {
        operationId: "cancelInvestigation",
        summary: "Cancel an investigation",
        description: "Findings so far are retained. An investigation that has ended is unchanged.",
        tags,
        params: InvestigationPath,
        response: { 200: { description: "The resulting status.", ...CancelResponse } },
      },
    },
    async (request) =>
      cancelInvestigation(services, {
        accountId: callerOf(request).accountId,
        id: request.params.id,
      }),
  );
}
