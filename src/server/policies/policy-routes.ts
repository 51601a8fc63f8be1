import { Type } from "typebox";
import {
  CreateTagPolicy,
  TagPolicy,
  TagPolicyPage,
  UpdateTagPolicy,
} from "../../contract/tag-policy.ts";
import { notFound } from "../http/errors.ts";
import { ListQuery } from "../http/list-page.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { noContent } from "../http/route-schemas.ts";
import type { PolicyServices } from "./services.ts";
import {
  createTagPolicy,
  deleteTagPolicy,
  findTagPolicy,
  listTagPolicies,
  toTagPolicy,
  updateTagPolicy,
} from "./tag-policies.ts";

const tags = ["Tag policies"];
const params = Type.Object({ id: Type.String({ description: "`pol_` and 26 characters." }) });

export function addTagPolicyRoutes(app: App, services: PolicyServices): void {
  const { store } = services;
  const policyExists = mustExist((request) =>
    findTagPolicy(store, {
      accountId: callerOf(request).accountId,
      id: pathParameter(request, "id"),
    }),
  );

  app.get(
    "/v1/tag-policies",
    {
      config: { access: "agents:read" },
      schema: {
        operationId: "listTagPolicies",
        summary: "List tag policies",
        description: "Oldest first.",
        tags,
        querystring: ListQuery,
        response: { 200: { description: "One page.", ...TagPolicyPage } },
      },
    },
    async (request) => listTagPolicies(store, callerOf(request).accountId, request.query),
  );

  app.post(
    "/v1/tag-policies",
    {
      config: { access: "agents:write" },
      schema: {
        operationId: "createTagPolicy",
        summary: "Create a tag policy",
        description:
          "It holds for every agent whose tags satisfy `match`; an empty one holds for all. " +
          "Tables in `deny_tables` are never read there, by the service or the agent, and answers " +
          "say that they were left out. `criticality` `critical` raises the severity of findings " +
          "there by one step; `high` marks the hosts and raises nothing. `snapshot_interval` is " +
          "how often the agents send their tables, from `1m` to `7d`; of several policies the " +
          "shortest holds.",
        tags,
        body: CreateTagPolicy,
        response: { 201: { description: "The policy, which holds at once.", ...TagPolicy } },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      return reply.code(201).send(await createTagPolicy(services, accountId, request.body));
    },
  );

  app.get(
    "/v1/tag-policies/:id",
    {
      config: { access: "agents:read" },
      onRequest: policyExists,
      schema: {
        operationId: "getTagPolicy",
        summary: "Show a tag policy",
        description: "A policy as it holds now.",
        tags,
        params,
        response: { 200: { description: "The policy.", ...TagPolicy } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const found = await findTagPolicy(store, { accountId, id: request.params.id });
      if (!found) throw notFound();
      return toTagPolicy(found.record);
    },
  );

  app.patch(
    "/v1/tag-policies/:id",
    {
      config: { access: "agents:write" },
      onRequest: policyExists,
      schema: {
        operationId: "updateTagPolicy",
        summary: "Change a tag policy",
        description:
          "Changes the fields that are sent; `match` and `deny_tables` are replaced as a whole. " +
          "A `snapshot_interval` of null leaves the interval to other policies and the agents.",
        tags,
        params,
        body: UpdateTagPolicy,
        response: { 200: { description: "The policy as it is now.", ...TagPolicy } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      return updateTagPolicy(services, { accountId, id: request.params.id }, request.body);
    },
  );

  app.delete(
    "/v1/tag-policies/:id",
    {
      config: { access: "agents:write" },
      onRequest: policyExists,
      schema: {
        operationId: "deleteTagPolicy",
        summary: "Delete a tag policy",
        description: "It holds no more from the next question on.",
        tags,
        params,
        response: { 204: noContent("Deleted.") },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      await deleteTagPolicy(services, { accountId, id: request.params.id });
      return reply.code(204).send(null);
    },
  );
}
