import type { AskOutcome, AskRequest } from "../../brain/ports/services.ts";
import type { Plan } from "../../contract/plan.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { newId } from "../../core/ids.ts";
import { keyIdOf } from "../../plan/signing-key.ts";
import type { AgentRecord } from "../../store/records.ts";
import type { PlanExchange } from "./plan-exchange.ts";
import type { Presence } from "./presence.ts";

export interface AskServices {
  exchange: PlanExchange;
  presence: Presence;
  clock: Clock;
  /** Whether agents elsewhere can reach this server. */
  isReachable: boolean;
}

/** How long a plan waits for an agent that was there a moment ago. */
const comeBackMs = 5_000;
/** Agents that lost their server try again after 1, 2, 4, 8 s: until then they are waited for. */
const settlingMs = 15_000;
/** Those last heard longer than this before its start are not about to come back. */
const lostWithItMs = 10 * 60_000;

/** Brings plans to agents and their answers back. */
export function createAsk({ exchange, presence, clock, isReachable }: AskServices) {
  const startedMs = clock.now();

  /** How long to wait for an agent without a poll, ms; null when it is gone. */
  function patience(agent: AgentRecord): number | null {
    if (exchange.isPolling(agent.id)) return comeBackMs;
    if (!isReachable) return null;
    const leftMs = startedMs + settlingMs - clock.now();
    const wasThere = startedMs - Date.parse(agent.last_heartbeat_at ?? "") < lostWithItMs;
    if (leftMs > comeBackMs && wasThere) return leftMs;
    return presence.isRecent(agent) ? comeBackMs : null;
  }

  return async function ask(request: AskRequest): Promise<AskOutcome> {
    const { agent, timeoutMs } = request;
    const waitMs = patience(agent);
    if (waitMs === null) return { ok: false, reason: "offline", detail: "it is not connected" };
    const plan = draftPlan(request, clock.now());
    const publicKey = Buffer.from(agent.public_key, "base64");
    const { signal, clear } = startDeadline(request.signal, timeoutMs);
    const offer = { agent: agent.id, plan, publicKey, comeBackMs: waitMs, signal };
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
