import type { AskOutcome, AskRequest } from "../../brain/ports/services.ts";
import type { Plan } from "../../contract/plan.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { newId } from "../../core/ids.ts";
import { keyIdOf } from "../../plan/signing-key.ts";
import type { AgentRecord } from "../../store/records.ts";
import type { PlanExchange } from "./exchange/plan-exchange.ts";
import type { Presence } from "./presence.ts";

export interface AskServices {
  exchange: PlanExchange;
  presence: Presence;
  clock: Clock;
  /** Whether agents elsewhere can reach this server. */
  isReachable: boolean;
}

/** How long a plan waits for a recently connected agent to reconnect. */
const defaultReconnectMs = 5_000;
/** Agents retry after 1, 2, 4 and 8 s: after a restart the server waits this long for them. */
const startupGraceMs = 15_000;
/** Agents whose last contact was longer than this before the start are not expected back. */
const recentBeforeStartMs = 10 * 60_000;

/** Sends a plan to an agent and waits for its receipt. */
export function createAsk({ exchange, presence, clock, isReachable }: AskServices) {
  const startedMs = clock.now();

  /** How long to wait for the agent to poll; null when it is disconnected. */
  function reconnectTimeout(agent: AgentRecord): number | null {
    if (exchange.isPolling(agent.id)) return defaultReconnectMs;
    if (!isReachable) return null;
    const leftMs = startedMs + startupGraceMs - clock.now();
    const wasConnected =
      !agent.has_stopped &&
      startedMs - Date.parse(agent.last_heartbeat_at ?? "") < recentBeforeStartMs;
    if (leftMs > defaultReconnectMs && wasConnected) return leftMs;
    return presence.isRecent(agent) ? defaultReconnectMs : null;
  }

  return async function ask(request: AskRequest): Promise<AskOutcome> {
    const { agent, timeoutMs } = request;
    const reconnectMs = reconnectTimeout(agent);
    if (reconnectMs === null)
      return { ok: false, reason: "offline", detail: "the agent is not connected" };
    const plan = draftPlan(request, clock.now());
    const publicKey = Buffer.from(agent.public_key, "base64");
    const { signal, clear } = startDeadline(request.signal, timeoutMs);
    const offer = { agent: agent.id, plan, publicKey, reconnectMs, signal };
    const outcome = await exchange.offer(offer).finally(clear);
    if (!outcome.ok) return outcome;
    const { result, signed } = outcome;
    return {
      ok: true,
      result,
      receipt: {
        plan_id: plan.plan_id,
        agent_id: agent.agent_id,
        key_id: keyIdOf(publicKey),
        public_key: agent.public_key,
        payload: signed.payload,
        signature: signed.signature,
      },
    };
  };
}

function draftPlan(
  { agent, investigationId, statements, timeoutMs }: AskRequest,
  nowMs: number,
): Plan {
  return {
    plan_id: newId("pln", nowMs),
    investigation_id: investigationId,
    agent_id: agent.agent_id,
    issued_at: isoTime(nowMs),
    expires_at: isoTime(nowMs + timeoutMs),
    statements,
  };
}
