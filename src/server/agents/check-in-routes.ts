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
import { bodyTooLargeMessage, maxSignedBytes } from "../http/body-limits.ts";
import { notFound } from "../http/errors.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { AgentPath, describedError, noContent } from "../http/route-schemas.ts";
import { createUploadAdmission } from "./admit-upload.ts";
import { createCheckInLimits } from "./check-in-limits.ts";
import { createOpenPolls } from "./open-polls.ts";
import type { AgentServices } from "./services.ts";

const tags = ["Agents"];
const config = { access: "agents:connect" } as const;
const tooLarge = describedError(bodyTooLargeMessage(maxSignedBytes));

const bodyLimitNote =
  "The body may use `Content-Encoding: gzip`. The limit is 16 MiB, both as sent and decompressed.";

const PollQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxWaitSeconds,
        default: maxWaitSeconds,
        description: "Seconds to wait for plans. The server may hold the poll slightly longer.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** The routes that only endpoint agents call. */
export function addAgentCheckInRoutes(app: App, services: AgentServices): void {
  const { fleet, clock, rateLimitPerMinute } = services;
  const limits = createCheckInLimits(clock, rateLimitPerMinute);
  const polls = createOpenPolls();
  const admitUpload = createUploadAdmission();
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
          "An agent registers each time it starts. Plans that it had fetched but not answered fail, " +
          "because a restarted agent no longer has them.",
        tags,
        body: RegisterRequest,
        response: {
          200: { description: "A known agent; its facts were updated.", ...AgentSettings },
          201: { description: "A new agent of this account.", ...AgentSettings },
          409: describedError("Another agent with a different key is connected with this id."),
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
        summary: "Send changed facts",
        description:
          "Reports facts that changed and returns the current settings. Not needed to stay " +
          "connected: an open poll is enough.",
        tags,
        params: AgentPath,
        body: HeartbeatRequest,
        response: {
          202: { description: "Recorded. Returns the agent's settings.", ...AgentSettings },
        },
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
        description:
          "The settings' `revision`. If the agent has a different one, it must send a heartbeat.",
      },
    },
  };
  app.get(
    "/v1/agents/:id/plans",
    {
      config,
      onRequest: agentExists,
      // A HEAD request would consume plans without returning them.
      exposeHeadRoute: false,
      schema: {
        operationId: "pollPlans",
        summary: "Wait for plans",
        description:
          "A long poll. Returns as soon as there are plans, and without plans after `wait` seconds " +
          "or when the settings change. An agent is `Connected` while a poll is open and for 90 s " +
          "after its last request. If a response with plans could not be sent, the next poll returns " +
          "them.",
        tags,
        params: AgentPath,
        querystring: PollQuery,
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
      poll.onUnsent(() => fleet.requeue(caller, id, plans));
      return reply.code(200).send({ plans });
    },
  );

  app.post(
    "/v1/agents/:id/plans/:plan_id/results",
    {
      config,
      onRequest: [agentExists, admitUpload],
      bodyLimit: maxSignedBytes,
      attachValidation: true,
      schema: {
        operationId: "sendResult",
        summary: "Send the result of a plan",
        description:
          "A receipt: the result, signed with the key that the agent registered. A receipt that " +
          "doesn't verify is rejected, and the agent counts as failed. Sending a receipt again " +
          `has no effect. ${bodyLimitNote}`,
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
      // An invalid body ends the plan too: the run that waits for it must not wait until the timeout.
      const receipt = validationError ? null : request.body;
      const received = await fleet.acceptResult(callerOf(request), id, { planId, receipt });
      if (validationError) throw validationError;
      return reply.code(202).send(received);
    },
  );

  app.put(
    "/v1/agents/:id/snapshots",
    {
      config,
      onRequest: [agentExists, admitUpload],
      bodyLimit: maxSignedBytes,
      schema: {
        operationId: "sendSnapshot",
        summary: "Send a snapshot",
        description:
          "The agent's tables, signed like a result. Questions in the modes `cached` and `auto` are " +
          "answered from them. Send rows only for tables whose hash changed and for those that the " +
          "response names in `missing`. Split a snapshot that is too large for one request by " +
          `table. ${bodyLimitNote}`,
        tags,
        params: AgentPath,
        body: Signed,
        response: { 202: { description: "Stored.", ...SnapshotReceived }, 413: tooLarge },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return reply.code(202).send(await fleet.saveSnapshot(callerOf(request), id, request.body));
    },
  );
}
