import { EventEmitter, once } from "node:events";
import { Agent, request } from "node:http";
import { createSigningKey } from "../../src/plan/key-seed.ts";
import { type AgentRequest, proofHeader, signRequest } from "../../src/plan/request-proof.ts";

/** Agents that only poll, each over its own connection. */
export interface Pollers {
  /** Resolves when a plan reaches the agent; rejects if a poll failed, or after a minute. */
  nextPlan(agent: number): Promise<void>;
  stop(): void;
}

/**
 * Longer than a poll: Node's default of one second sends 10,000 TCP probes each second, which a busy
 * machine leaves unanswered until connections end with ETIMEDOUT.
 */
const keepAliveMsecs = 300_000;

const planTimeoutMs = 60_000;

/** A lost connection is opened again, as an agent would do. */
const lostConnection = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);

const { key: agentKey } = createSigningKey();
const publicKey = agentKey.publicKey.toString("base64");

/** Registers `count` agents and keeps a poll of each open; resolves when all are registered. */
export async function startPollers(
  { url, key }: { url: string; key: string },
  count: number,
): Promise<Pollers> {
  const http = new Agent({ keepAlive: true, keepAliveMsecs, maxSockets: Number.POSITIVE_INFINITY });
  const plans = new EventEmitter();
  let failure: Error | undefined;
  let stopped = false;
  let sequence = 0;
  const proofOf = (signed: AgentRequest) => {
    sequence += 1;
    return { [proofHeader]: signRequest(signed, { key: agentKey, sequence }) };
  };
  const send = (method: string, path: string, signed: AgentRequest) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        url + path,
        {
          method,
          agent: http,
          headers: {
            authorization: `Bearer ${key}`,
            ...proofOf(signed),
            ...(signed.body !== null && { "content-type": "application/json" }),
          },
        },
        (response) => {
          let text = "";
          response.on("data", (chunk) => {
            text += chunk;
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      sent.on("error", reject);
      sent.end(signed.body === null ? undefined : JSON.stringify(signed.body));
    });
  /** The status, or null if the connection was lost. */
  const pollOnce = async (agent: number) => {
    const agentId = `poller-${agent}`;
    try {
      const signed = { operation: "poll", agentId, body: null } as const;
      return (await send("GET", `/v1/agents/${agentId}/plans?wait=60`, signed)).status;
    } catch (error) {
      if (stopped || lostConnection.has((error as NodeJS.ErrnoException).code ?? "")) return null;
      throw error;
    }
  };
  const poll = async (agent: number) => {
    while (!stopped) {
      const status = await pollOnce(agent);
      if (status === 200) plans.emit(`plan ${agent}`);
      else if (status !== 204 && status !== null) throw new Error(`a poll got status ${status}`);
    }
  };
  const ids = Array.from({ length: count }, (_, agent) => agent);
  const waiting = [...ids];
  const register = async () => {
    for (let agent = waiting.shift(); agent !== undefined; agent = waiting.shift()) {
      const agentId = `poller-${agent}`;
      const body = {
        agent_id: agentId,
        hostname: agentId,
        os: "linux",
        os_version: "12",
        arch: "x64",
        agent_version: "0.1.0",
        tags: {},
        addresses: [],
        tables: ["users"],
        public_key: publicKey,
        pinned_key_id: null,
      };
      const signed = { operation: "register", agentId, body } as const;
      const { status, text } = await send("POST", "/v1/agents/register", signed);
      if (status !== 201) throw new Error(`a registration got status ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 64 }, register));
  for (const agent of ids) {
    poll(agent).catch((error) => {
      failure ??= error;
      plans.emit("error", error);
    });
  }
  // Without a listener an "error" event would end the process.
  plans.on("error", () => {});
  return {
    async nextPlan(agent) {
      if (failure) throw failure;
      await once(plans, `plan ${agent}`, { signal: AbortSignal.timeout(planTimeoutMs) });
    },
    stop() {
      stopped = true;
      http.destroy();
    },
  };
}
