import { Agent, request } from "node:http";
import { createSigningKey } from "../../src/plan/key-seed.ts";

/** Agents that only poll, over a connection each. */
export interface Pollers {
  /** Called with each agent's number when a plan reaches it. */
  onPlans: (agent: number) => void;
  stop(): void;
}

const publicKey = createSigningKey().key.publicKey.toString("base64");

/** Registers `count` agents and keeps a poll of each open; resolves when all are registered. */
export async function startPollers(
  { url, key }: { url: string; key: string },
  count: number,
): Promise<Pollers> {
  const http = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const pollers: Pollers = { onPlans: () => {}, stop };
  let stopped = false;
  const send = (method: string, path: string, body?: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        url + path,
        {
          method,
          agent: http,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body !== undefined && { "content-type": "application/json" }),
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
      sent.end(body);
    });
  const poll = async (agent: number) => {
    while (!stopped) {
      const { status } = await send("GET", `/v1/agents/poller-${agent}/plans?wait=60`);
      if (status === 200) pollers.onPlans(agent);
      else if (status !== 204) throw new Error(`a poll was answered with ${status}`);
    }
  };
  const ids = Array.from({ length: count }, (_, agent) => agent);
  const waiting = [...ids];
  const register = async () => {
    for (let agent = waiting.shift(); agent !== undefined; agent = waiting.shift()) {
      const { status, text } = await send(
        "POST",
        "/v1/agents/register",
        JSON.stringify({
          agent_id: `poller-${agent}`,
          hostname: `poller-${agent}`,
          os: "linux",
          os_version: "12",
          arch: "x64",
          agent_version: "0.1.0",
          tags: {},
          addresses: [],
          tables: ["users"],
          public_key: publicKey,
          pinned_key_id: null,
        }),
      );
      if (status !== 201) throw new Error(`a registration was answered with ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 64 }, register));
  for (const agent of ids) {
    poll(agent).catch((error) => {
      if (!stopped) throw error;
    });
  }
  return pollers;

  function stop() {
    stopped = true;
    http.destroy();
  }
}
