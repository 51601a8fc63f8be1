import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { settingsHeader as SettingsHeader } from "../../contract/agent.ts";
import type { Clock } from "../../core/clock.ts";
import { type BrainPort, BrainUnavailable } from "../brain-port.ts";
import type { TlsFiles } from "../config/read-tls-files.ts";
import { connectionFailure } from "./connection-failure.ts";
import { parseMissingTables, parsePlans, parseResultStatus, parseSettings } from "./parse-response.ts";
import { toBrainUnavailable } from "./response-error.ts";
import {
  type HttpResponse,
  type HttpRequest,
  type StartRequest,
  sendRequest,
} from "./send-request.ts";

export interface HttpBrainOptions {
  /** Without a slash at its end. */
  url: string;
  apiKey: string;
  tls: TlsFiles;
  /** `User-Agent` of every request. */
  userAgent: string;
  clock: Clock;
  timeouts?: Partial<HttpBrainTimeouts>;
}

export interface HttpBrainTimeouts {
  /** For an answer, beyond the time that a poll waits and a body takes. */
  responseMs: number;
  /** Beyond the wait of a poll. */
  pollMs: number;
}

// The type says what the value is: importing it would load the schemas that stand beside it.
const settingsHeader: typeof SettingsHeader = "x-agent-settings";

const defaultTimeouts: HttpBrainTimeouts = { responseMs: 30_000, pollMs: 20_000 };
/** The slowest line that results are sent over. */
const bytesPerMs = 64;
const maxPlanBytes = 8 << 20;
const maxResponseBytes = 1 << 20;

/** The brain across the network, over connections that stay open. Proxies are not used, redirects not followed. */
export function createHttpBrain(options: HttpBrainOptions): BrainPort {
  const { url: base, apiKey, tls, userAgent, clock } = options;
  const { responseMs: answerMs, pollMs } = { ...defaultTimeouts, ...options.timeouts };
  const { start, agent } = connectionsOf(base, tls);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "user-agent": userAgent,
    accept: "application/json",
  };

  /** Resolves with a success; anything else is a `BrainUnavailable`. */
  async function call(
    request: Pick<HttpRequest, "method" | "signal" | "body"> & {
      path: string;
      timeoutMs?: number;
      maxBytes?: number;
    },
  ): Promise<HttpResponse> {
    const { path, timeoutMs = answerMs, maxBytes = maxResponseBytes, ...rest } = request;
    const url = new URL(base + path);
    let answer: HttpResponse;
    try {
      answer = await sendRequest(start, { ...rest, url, headers, timeoutMs, maxBytes });
    } catch (error) {
      rest.signal.throwIfAborted();
      throw connectionFailure(error, { url, hasClientCertificate: tls.cert !== undefined });
    }
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw toBrainUnavailable(answer, { url, nowMs: clock.now() });
  }

  /** What an answer holds, if it makes sense. */
  function read<T>({ status, body }: HttpResponse, parse: (value: unknown) => T | null): T {
    const value = parse(parseJson(body));
    if (value !== null) return value;
    const { host } = new URL(base);
    throw new BrainUnavailable(
      "unreachable",
      `What answers at ${host} makes no sense to an agent (${status}); check brain_url.`,
    );
  }

  const pathOf = (agentId: string, rest: string) =>
    `/v1/agents/${encodeURIComponent(agentId)}/${rest}`;
  const uploadMs = ({ payload }: { payload: string }) => answerMs + payload.length / bytesPerMs;

  return {
    async register(body, signal) {
      return read(
        await call({ method: "POST", path: "/v1/agents/register", body, signal }),
        parseSettings,
      );
    },
    async heartbeat(agentId, body, signal) {
      const path = pathOf(agentId, "heartbeat");
      return read(await call({ method: "POST", path, body, signal }), parseSettings);
    },
    async poll(agentId, waitSeconds, signal) {
      const answer = await call({
        method: "GET",
        path: pathOf(agentId, `plans?wait=${waitSeconds}`),
        signal,
        timeoutMs: waitSeconds * 1_000 + pollMs,
        maxBytes: maxPlanBytes,
      });
      const settingsRevision = String(answer.headers[settingsHeader] ?? "");
      const plans = answer.status === 204 ? [] : read(answer, parsePlans);
      return { plans, settingsRevision };
    },
    async sendResult({ agentId, planId, receipt }, signal) {
      const path = pathOf(agentId, `plans/${encodeURIComponent(planId)}/results`);
      const timeoutMs = uploadMs(receipt);
      return read(
        await call({ method: "POST", path, body: receipt, signal, timeoutMs }),
        parseResultStatus,
      );
    },
    async sendSnapshot(agentId, body, signal) {
      const path = pathOf(agentId, "snapshots");
      const timeoutMs = uploadMs(body);
      return read(await call({ method: "PUT", path, body, signal, timeoutMs }), parseMissingTables);
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

/** Dead peers are noticed by the system's own probes, which cost next to nothing. */
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
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    // Connections are few and long, and a server may not see the client certificate of a resumed session.
    maxCachedSessions: 0,
  });
  return { agent, start: (url, options) => httpsRequest(url, { ...options, agent }) };
}
