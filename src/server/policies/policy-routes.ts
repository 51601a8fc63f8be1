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
import { noContent, pathId } from "../http/route-schemas.ts";
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
const params = Type.Object({ id: pathId("`pol_` and 26 characters.") });

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
          "Applies to every agent whose tags match `match`; an empty `match` applies to all agents. " +
          "Tables in `deny_tables` are never read on these agents, neither by the service nor by " +
          "the agent, and answers report them as denied. `criticality: critical` raises the " +
          "severity of findings on these agents by one step; `high` only marks them. " +
          "`snapshot_interval` is how often the agents send their tables, from `1m` to `7d`; the " +
          "shortest interval of all matching policies applies.",
        tags,
        body: CreateTagPolicy,
        response: { 201: { description: "The policy, in effect at once.", ...TagPolicy } },
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
        description: "One tag policy.",
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
        summary: "Update a tag policy",
        description:
          "Changes the fields in the request. `match` and `deny_tables` are replaced as a whole. " +
          "A `snapshot_interval` of `null` removes the policy's interval.",
        tags,
        params,
        body: UpdateTagPolicy,
        response: { 200: { description: "The updated policy.", ...TagPolicy } },
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
        description: "The policy no longer applies from the next question on.",
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
