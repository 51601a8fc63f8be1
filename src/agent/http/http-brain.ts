import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { settingsHeader as SettingsHeader } from "../../contract/agent.ts";
import type { Clock } from "../../core/clock.ts";
import {
  type AgentRequest,
  proofHeader,
  sequenceHeader,
  signRequest,
} from "../../plan/request-proof.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import { type BrainPort, BrainUnavailable } from "../brain-port.ts";
import type { TlsFiles } from "../config/read-tls-files.ts";
import { connectionFailure } from "./connection-failure.ts";
import {
  parseMissingTables,
  parsePlans,
  parseResultStatus,
  parseSettings,
} from "./parse-response.ts";
import { toBrainUnavailable } from "./response-error.ts";
import {
  type HttpRequest,
  type HttpResponse,
  type StartRequest,
  sendRequest,
} from "./send-request.ts";

export interface HttpBrainOptions {
  /** Without a trailing slash. */
  url: string;
  apiKey: string;
  /** Signs every request without a signed body. */
  agentKey: SigningKey;
  tls: TlsFiles;
  /** `User-Agent` of every request. */
  userAgent: string;
  clock: Clock;
  timeouts?: Partial<HttpBrainTimeouts>;
}

export interface HttpBrainTimeouts {
  /** For a response, besides the wait of a poll and the upload of a body. */
  responseMs: number;
  /** For a poll, besides its wait. */
  pollMs: number;
}

// The type pins the value; importing the constant would load the schemas beside it.
const settingsHeader: typeof SettingsHeader = "x-agent-settings";

const defaultTimeouts: HttpBrainTimeouts = { responseMs: 30_000, pollMs: 20_000 };
/** The slowest upload that does not time out. */
const bytesPerMs = 64;
const maxPlanBytes = 8 << 20;
const maxResponseBytes = 1 << 20;

/** The brain over the network, on keep-alive connections. Uses no proxies and follows no redirects. */
export function createHttpBrain(options: HttpBrainOptions): BrainPort {
  const { url: base, apiKey, agentKey, tls, userAgent, clock } = options;
  const { responseMs: answerMs, pollMs } = { ...defaultTimeouts, ...options.timeouts };
  const { start, agent } = connectionsOf(base, tls);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "user-agent": userAgent,
    accept: "application/json",
  };
  // Of the clock, so that it also increases from one start of the agent to the next.
  let sequence = 0;
  const nextSequence = () => {
    sequence = Math.max(sequence + 1, clock.now());
    return sequence;
  };
  const headersOf = (signed: AgentRequest | undefined) =>
    signed === undefined
      ? headers
      : {
          ...headers,
          [proofHeader]: signRequest(signed, { key: agentKey, sequence: nextSequence() }),
        };

  /** Resolves to a 2xx response; anything else rejects with `BrainUnavailable`. */
  async function call(
    request: Pick<HttpRequest, "method" | "signal" | "body"> & {
      path: string;
      signed?: AgentRequest;
      timeoutMs?: number;
      maxBytes?: number;
    },
  ): Promise<HttpResponse> {
    const { path, signed, timeoutMs = answerMs, maxBytes = maxResponseBytes, ...rest } = request;
    const url = new URL(base + path);
    const send = () =>
      sendRequest(start, { ...rest, url, headers: () => headersOf(signed), timeoutMs, maxBytes });
    let response: HttpResponse;
    try {
      response = await send();
      const last = Number(response.headers[sequenceHeader]);
      if (response.status === 409 && last >= sequence) {
        // This machine's clock was set back since its last request.
        sequence = last;
        response = await send();
      }
    } catch (error) {
      rest.signal.throwIfAborted();
      throw connectionFailure(error, { url, hasClientCertificate: tls.cert !== undefined });
    }
    if (response.status >= 200 && response.status < 300) return response;
    throw toBrainUnavailable(response, { url, nowMs: clock.now() });
  }

  /** The parsed body of a response; an invalid one rejects. */
  function parseBody<T>({ status, body }: HttpResponse, parse: (value: unknown) => T | null): T {
    const value = parse(parseJson(body));
    if (value !== null) return value;
    const { host } = new URL(base);
    throw new BrainUnavailable(
      "unreachable",
      `${host} sent an invalid response (${status}); check brain_url.`,
    );
  }

  const pathOf = (agentId: string, rest: string) =>
    `/v1/agents/${encodeURIComponent(agentId)}/${rest}`;
  const uploadMs = ({ payload }: { payload: string }) => answerMs + payload.length / bytesPerMs;

  return {
    async register(body, signal) {
      return parseBody(
        await call({
          method: "POST",
          path: "/v1/agents/register",
          signed: { operation: "register", agentId: body.agent_id, body },
          body,
          signal,
        }),
        parseSettings,
      );
    },
    async heartbeat(agentId, body, signal) {
      const path = pathOf(agentId, "heartbeat");
      const signed = { operation: "heartbeat", agentId, body } as const;
      return parseBody(await call({ method: "POST", path, signed, body, signal }), parseSettings);
    },
    async poll(agentId, waitSeconds, signal) {
      const response = await call({
        method: "GET",
        path: pathOf(agentId, `plans?wait=${waitSeconds}`),
        signed: { operation: "poll", agentId, body: null },
        signal,
        timeoutMs: waitSeconds * 1_000 + pollMs,
        maxBytes: maxPlanBytes,
      });
      const settingsRevision = String(response.headers[settingsHeader] ?? "");
      const plans = response.status === 204 ? [] : parseBody(response, parsePlans);
      return { plans, settingsRevision };
    },
    async sendResult({ agentId, planId, receipt }, signal) {
      const path = pathOf(agentId, `plans/${encodeURIComponent(planId)}/results`);
      const timeoutMs = uploadMs(receipt);
      return parseBody(
        await call({ method: "POST", path, body: receipt, signal, timeoutMs }),
        parseResultStatus,
      );
    },
    async sendSnapshot(agentId, body, signal) {
      const path = pathOf(agentId, "snapshots");
      const timeoutMs = uploadMs(body);
      return parseBody(
        await call({ method: "PUT", path, body, signal, timeoutMs }),
        parseMissingTables,
      );
    },
    async disconnect(agentId, signal) {
      const signed = { operation: "disconnect", agentId, body: null } as const;
      await call({ method: "POST", path: pathOf(agentId, "disconnect"), signed, signal });
    },
    async close() {
      agent.destroy();
    },
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** TCP keep-alive probes detect dead peers at almost no cost. */
const keepAlive = { keepAlive: true, keepAliveMsecs: 15_000, maxSockets: 32 };

function connectionsOf(
  base: string,
  tls: TlsFiles,
): { start: StartRequest; agent: { destroy(): void } } {
  if (base.startsWith("http:")) {
    const agent = new HttpAgent(keepAlive);
    return { agent, start: (url, options) => httpRequest(url, { ...options, agent }) };
  }
  const agent = new HttpsAgent({
    ...keepAlive,
    ...tls,
    minVersion: "TLSv1.2",
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    // A server may not see the client certificate of a resumed session; connections are few and long anyway.
    maxCachedSessions: 0,
  });
  return { agent, start: (url, options) => httpsRequest(url, { ...options, agent }) };
}
