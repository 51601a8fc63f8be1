import { Type } from "typebox";
import { Agent } from "../../contract/agent.ts";
import { AgentListQuery, listAgents } from "../list-agents.ts";
import { type App, callerOf } from "../request-context.ts";
import type { Services } from "../services.ts";

export function addAgentRoutes(app: App, services: Services): void {
  app.get(
    "/v1/agents",
    {
      config: { access: "agents:read" },
      schema: {
        operationId: "listAgents",
        summary: "List agents",
        description:
          "The fleet by agent id. The `X-Next-Cursor` header is there while more follow.",
        tags: ["Agents"],
        querystring: AgentListQuery,
        response: {
          200: {
            description: "One page.",
            headers: { "X-Next-Cursor": { type: "string", description: "The next `cursor`." } },
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
}
