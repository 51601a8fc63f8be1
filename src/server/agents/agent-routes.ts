import { Type } from "typebox";
import { policiesOf } from "../../brain/hosts/tag-policies.ts";
import { Agent, AgentApproval, AgentPatch } from "../../contract/agent.ts";
import type { AgentRecord } from "../../store/records.ts";
import { notFound } from "../http/errors.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { AgentPath, noContent } from "../http/route-schemas.ts";
import { toAgent } from "./agent-view.ts";
import { AgentListQuery, listAgents } from "./list-agents.ts";
import type { AgentServices } from "./services.ts";

const tags = ["Agents"];

export function addAgentRoutes(app: App, services: AgentServices): void {
  const { store, fleet } = services;
  const agentExists = mustExist((request) =>
    fleet.find(callerOf(request).accountId, pathParameter(request, "id")),
  );
  const show = async (agent: AgentRecord) =>
    toAgent(fleet, { agent, policies: await policiesOf(store, agent.account_id) });

  app.get(
    "/v1/agents",
    {
      config: { access: "agents:read" },
      schema: {
        operationId: "listAgents",
        summary: "List agents",
        description:
          "Sorted by agent id. The `X-Next-Cursor` header is set while more agents follow.",
        tags,
        querystring: AgentListQuery,
        response: {
          200: {
            description: "One page.",
            headers: {
              "X-Next-Cursor": { type: "string", description: "The `cursor` of the next page." },
            },
            ...Type.Array(Agent),
          },
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { agents, nextCursor } = await listAgents(services, accountId, request.query);
      if (nextCursor !== null) reply.header("x-next-cursor", nextCursor);
      return agents;
    },
  );

  app.get(
    "/v1/agents/:id",
    {
      config: { access: "agents:read" },
      onRequest: agentExists,
      schema: {
        operationId: "getAgent",
        summary: "Show an agent",
        description: "One agent, with the same fields as in the list.",
        tags,
        params: AgentPath,
        response: { 200: { description: "The agent.", ...Agent } },
      },
    },
    async (request) => {
      const agent = await fleet.find(callerOf(request).accountId, request.params.id);
      if (!agent) throw notFound();
      return show(agent);
    },
  );

  app.patch(
    "/v1/agents/:id",
    {
      config: { access: "agents:write" },
      onRequest: agentExists,
      schema: {
        operationId: "updateAgent",
        summary: "Change an agent's tags",
        description:
          "Replaces all `tags`. A tag keeps its value until the agent reports a different one.",
        tags,
        params: AgentPath,
        body: AgentPatch,
        response: { 200: { description: "The updated agent.", ...Agent } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      return show(await fleet.patch(accountId, request.params.id, request.body));
    },
  );

  app.post(
    "/v1/agents/:id/approve",
    {
      config: { access: "agents:write" },
      onRequest: agentExists,
      schema: {
        operationId: "approveAgentKey",
        summary: "Approve an agent's new key",
        description:
          "The first key that registers an agent id is bound to it. A machine that has lost its key " +
          "is rejected with another one, which is then the agent's `pending_key`. Approving it binds " +
          "the id to that key and to the client certificate that came with it.",
        tags,
        params: AgentPath,
        body: AgentApproval,
        response: { 200: { description: "The agent, which can now register.", ...Agent } },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      return show(await fleet.approve(accountId, request.params.id, request.body));
    },
  );

  app.delete(
    "/v1/agents/:id",
    {
      config: { access: "agents:write" },
      onRequest: agentExists,
      schema: {
        operationId: "deleteAgent",
        summary: "Delete an agent",
        description:
          "Removes the agent and its snapshot. An agent that is still running registers again: stop " +
          "it first.",
        tags,
        params: AgentPath,
        response: { 204: noContent("Deleted.") },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      if (!(await fleet.remove(accountId, request.params.id))) throw notFound();
      return reply.code(204).send(null);
    },
  );
}
