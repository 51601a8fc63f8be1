import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import {
  AgentSettings,
  HeartbeatRequest,
  maxWaitSeconds,
  PlanList,
  RegisterRequest,
  ResultReceived,
  Signed,
  SnapshotReceived,
  settingsHeader,
} from "../../contract/agent.ts";
import { maxSignedBytes, tooLargeMessage } from "../http/body-limits.ts";
import { notFound } from "../http/errors.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { AgentPath, describedError, noContent } from "../http/route-schemas.ts";
import { createCheckInLimits } from "./check-in-limits.ts";
import { createOpenPolls } from "./open-polls.ts";
import type { AgentServices } from "./services.ts";

const tags = ["Agents"];
const config = { access: "agents:connect" } as const;
const tooLarge = describedError(tooLargeMessage(maxSignedBytes));

const howLarge =
  "The body may come with `Content-Encoding: gzip`, and has 16 MiB at most, as sent and inflated.";

/** Query of a poll. */
const Wait = Type.Object(
  {
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxWaitSeconds,
        default: maxWaitSeconds,
        description: "Seconds; the server may hold the poll a little longer.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** What endpoint agents call, and nobody else. */
export function addAgentCheckInRoutes(app: App, services: AgentServices): void {
  const { fleet, clock, rateLimitPerMinute } = services;
  const limits = createCheckInLimits(clock, rateLimitPerMinute);
  const polls = createOpenPolls();
  app.addHook("preClose", async () => polls.endAll());

  const agentExists = async (request: FastifyRequest) => {
    const { accountId, keyId } = callerOf(request);
    const agent = await fleet.find(accountId, pathParameter(request, "id"));
    if (agent) return limits.countAgent(agent.id);
    limits.countUnknown(keyId);
    throw notFound();
  };

  app.post(
    "/v1/agents/register",
    {
      config,
      onRequest: async (request) => limits.countRegistration(callerOf(request).keyId),
      schema: {
        operationId: "registerAgent",
        summary: "Register an agent",
        description:
          "An agent does so each time it starts. Plans that it had fetched and not answered are " +
          "given up: it knows nothing of them any more.",
        tags,
        body: RegisterRequest,
        response: {
          200: { description: "Known; what it says of itself now holds.", ...AgentSettings },
          201: { description: "New in this account.", ...AgentSettings },
          409: describedError("An agent with another key is connected under this id."),
        },
      },
    },
    async (request, reply) => {
      const { created, settings } = await fleet.register(callerOf(request), request.body);
      return reply.code(created ? 201 : 200).send(settings);
    },
  );

  app.post(
    "/v1/agents/:id/heartbeat",
    {
      config,
      onRequest: agentExists,
      schema: {
        operationId: "sendHeartbeat",
        summary: "Tell what has changed",
        description:
          "For facts that changed, and to fetch changed settings. Nothing else calls for it: an " +
          "open poll is a sign of life.",
        tags,
        params: AgentPath,
        body: HeartbeatRequest,
        response: { 202: { description: "Noted; what the service wants.", ...AgentSettings } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return reply.code(202).send(await fleet.heartbeat(callerOf(request), id, request.body));
    },
  );

  const revision = {
    headers: {
      "X-Agent-Settings": {
        type: "string",
        description: "`revision` of the settings; if it isn't the agent's, a heartbeat is due.",
      },
    },
  };
  app.get(
    "/v1/agents/:id/plans",
    {
      config,
      onRequest: agentExists,
      // A HEAD would take plans and tell of none.
      exposeHeadRoute: false,
      schema: {
        operationId: "pollPlans",
        summary: "Wait for plans",
        description:
          "A long poll: answers as soon as there are plans, and without any after `wait` seconds " +
          "or when the settings change. An agent is Connected while one is open and for 90 s " +
          "after its last word. Plans whose answer could not be sent go into the next one.",
        tags,
        params: AgentPath,
        querystring: Wait,
        response: {
          200: { description: "Plans to run.", ...revision, ...PlanList },
          204: { ...noContent("No plans."), ...revision },
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const { wait = maxWaitSeconds } = request.query;
      const poll = polls.open(reply.raw);
      const options = { waitMs: wait * 1000, signal: poll.signal };
      const { plans, settingsRevision } = await fleet.poll(caller, id, options);
      reply.header(settingsHeader, settingsRevision);
      if (plans.length === 0) return reply.code(204).send(null);
      poll.unlessSent(() => fleet.takeBack(caller, id, plans));
      return reply.code(200).send({ plans });
    },
  );

  app.post(
    "/v1/agents/:id/plans/:plan_id/results",
    {
      config,
      onRequest: agentExists,
      bodyLimit: maxSignedBytes,
      attachValidation: true,
      schema: {
        operationId: "sendResult",
        summary: "Answer a plan",
        description:
          "A receipt: the result, signed with the key that the agent registered. One that " +
          "doesn't verify is refused, and the agent counts as not having answered. Sending one " +
          `again changes nothing. ${howLarge}`,
        tags,
        params: Type.Object({
          ...AgentPath.properties,
          plan_id: Type.String({ description: "`pln_` and 26 characters." }),
        }),
        body: Signed,
        response: { 202: { description: "Received.", ...ResultReceived }, 413: tooLarge },
      },
    },
    async (request, reply) => {
      const { id, plan_id: planId } = request.params;
      const { validationError } = request;
      // Whatever came is the agent's answer: whoever waits for it is told if it is none.
      const receipt = validationError ? null : request.body;
      const received = await fleet.deliver(callerOf(request), id, { planId, receipt });
      if (validationError) throw validationError;
      return reply.code(202).send(received);
    },
  );

  app.put(
    "/v1/agents/:id/snapshots",
    {
      config,
      onRequest: agentExists,
      bodyLimit: maxSignedBytes,
      schema: {
        operationId: "sendSnapshot",
        summary: "Send an inventory",
        description:
          "Tables of the agent, signed as a result is; questions in the modes `cached` and `auto` " +
          "are answered from them. Rows are due only for tables whose hash changed, and for those " +
          "that the answer names. What is too large for one request goes in several, some tables " +
          `each. ${howLarge}`,
        tags,
        params: AgentPath,
        body: Signed,
        response: { 202: { description: "Kept.", ...SnapshotReceived }, 413: tooLarge },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return reply.code(202).send(await fleet.saveSnapshot(callerOf(request), id, request.body));
    },
  );
}
