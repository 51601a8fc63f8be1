import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import {
  AgentSettings,
  HeartbeatRequest,
  maxSignedBytes,
  maxWaitSeconds,
  PlanList,
  RegisterRequest,
  ResultReceived,
  Signed,
  SnapshotReceived,
  settingsHeader,
} from "../../contract/agent.ts";
import type { AgentRequest } from "../../plan/request-proof.ts";
import { bodyTooLargeMessage } from "../http/body-limits.ts";
import { notFound } from "../http/errors.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { requireEmptyBody } from "../http/require-empty-body.ts";
import { AgentPath, describedError, noContent, pathId } from "../http/route-schemas.ts";
import { createUploadAdmission } from "./admit-upload.ts";
import { createCheckInLimits } from "./check-in-limits.ts";
import { credentialsOf, rejectionOf } from "./identity/request-credentials.ts";
import { createOpenPolls } from "./open-polls.ts";
import type { AgentServices } from "./services.ts";

const tags = ["Agents"];
const config = { access: "agents:connect" } as const;
const tooLarge = describedError(bodyTooLargeMessage(maxSignedBytes));

const bodyLimitNote =
  "The body may use `Content-Encoding: gzip`. The limit is 16 MiB, both as sent and decompressed.";

const ProofHeaders = Type.Object({
  "X-Agent-Proof": Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "The request's signature: a sequence number higher than in the agent's previous requests, a " +
        "dot, and the Ed25519 signature in base64 of `inquest agent request v1`, a line feed and the " +
        "canonical JSON `{agent_id, body, operation, sequence}`. `operation` is `register`, " +
        "`heartbeat`, `poll` or `disconnect`; `body` is null for the last two. A 409 `agent_request_repeated` returns " +
        "the highest number seen in `X-Agent-Sequence`.",
    }),
  ),
});

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
  const { fleet } = services;
  const limits = createCheckInLimits(services);
  const polls = createOpenPolls();
  const admitUpload = createUploadAdmission();
  app.addHook("preClose", async () => polls.endAll());

  const agentExists = async (request: FastifyRequest) => {
    const { accountId, keyId } = callerOf(request);
    const agent = await fleet.find(accountId, pathParameter(request, "id"));
    if (agent) return limits.countAgent(agent.id);
    await limits.countUnknown(keyId);
    throw notFound();
  };

  /** `operation` is null for requests whose body is signed. */
  const authenticate = async (
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Exclude<AgentRequest["operation"], "register"> | null,
  ) => {
    const agentId = pathParameter(request, "id");
    const agent = await fleet.find(callerOf(request).accountId, agentId);
    if (!agent) throw notFound();
    const signed = operation && { operation, agentId, body: request.body ?? null };
    const credentials = credentialsOf(request);
    const outcome = await fleet.authenticate(agent, { signed, credentials });
    if (!outcome.ok) throw rejectionOf(outcome, reply);
  };

  const authenticateSignedBody = (request: FastifyRequest, reply: FastifyReply) =>
    authenticate(request, reply, null);

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
          "because a restarted agent no longer has them. The first `public_key` is bound to the " +
          "agent id; an operator must approve another one. An agent that has once sent " +
          "`X-Agent-Proof` must send it with each registration, heartbeat and poll.",
        tags,
        headers: ProofHeaders,
        body: RegisterRequest,
        response: {
          200: { description: "A known agent; its facts were updated.", ...AgentSettings },
          201: { description: "A new agent of this account.", ...AgentSettings },
          409: describedError(
            "The id belongs to another key or client certificate, or the request was sent before.",
          ),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const credentials = credentialsOf(request);
      const outcome = await fleet.authenticateRegistration(caller.accountId, {
        request: request.body,
        credentials,
      });
      if (!outcome.ok) throw rejectionOf(outcome, reply);
      const { created, settings } = await fleet.register(caller, request.body, outcome.sender);
      return reply.code(created ? 201 : 200).send(settings);
    },
  );

  app.post(
    "/v1/agents/:id/heartbeat",
    {
      config,
      onRequest: agentExists,
      preHandler: (request, reply) => authenticate(request, reply, "heartbeat"),
      schema: {
        operationId: "sendHeartbeat",
        summary: "Send changed facts",
        description:
          "Reports facts that changed and returns the current settings. Not needed to stay " +
          "connected: an open poll is enough.",
        tags,
        params: AgentPath,
        headers: ProofHeaders,
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
      preHandler: (request, reply) => authenticate(request, reply, "poll"),
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
        headers: ProofHeaders,
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
    "/v1/agents/:id/disconnect",
    {
      config,
      onRequest: agentExists,
      preHandler: [
        requireEmptyBody,
        (request, reply) => authenticate(request, reply, "disconnect"),
      ],
      schema: {
        operationId: "disconnectAgent",
        summary: "Report that the agent stops",
        description:
          "The agent is `Disconnected` at once, until its next request. Optional: an agent that " +
          "doesn't report it is `Disconnected` 90 s after its last request.",
        tags,
        params: AgentPath,
        headers: ProofHeaders,
        response: { 204: noContent("Recorded.") },
      },
    },
    async (request, reply) => {
      await fleet.disconnect(callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/v1/agents/:id/plans/:plan_id/results",
    {
      config,
      onRequest: [agentExists, authenticateSignedBody, admitUpload],
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
          plan_id: pathId("`pln_` and 26 characters."),
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
      onRequest: [agentExists, authenticateSignedBody, admitUpload],
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
