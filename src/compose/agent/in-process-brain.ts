import {
  type BrainPort,
  BrainUnavailable,
  type UnavailableReason,
} from "../../agent/brain-port.ts";
import { AppError } from "../../core/errors.ts";
import type { AgentCaller, Fleet } from "../../server/agents/fleet.ts";
import { inProcess } from "../../server/agents/identity/agent-identity.ts";

/** The brain for agents in the server's process: this machine's agent and simulated hosts. */
export function inProcessBrain(fleet: Fleet, caller: AgentCaller): BrainPort {
  return {
    register: (request) =>
      asBrainErrors(async () => (await fleet.register(caller, request, inProcess)).settings),
    heartbeat: (agentId, facts) => asBrainErrors(() => fleet.heartbeat(caller, agentId, facts)),
    poll: (agentId, waitSeconds, signal) =>
      asBrainErrors(() => fleet.poll(caller, agentId, { waitMs: waitSeconds * 1000, signal })),
    sendResult: ({ agentId, planId, receipt }) =>
      asBrainErrors(
        async () => (await fleet.acceptResult(caller, agentId, { planId, receipt })).status,
      ),
    sendSnapshot: (agentId, snapshot) =>
      asBrainErrors(() => fleet.saveSnapshot(caller, agentId, snapshot)),
    disconnect: (agentId) => asBrainErrors(() => fleet.disconnect(caller, agentId)),
    close: async () => {},
  };
}

/** Converts the fleet's errors to those that a remote agent would receive. */
async function asBrainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, retryAfterSeconds } = error;
    throw new BrainUnavailable(reasonOf(error), message, {
      retryAfterMs: retryAfterSeconds === undefined ? null : retryAfterSeconds * 1_000,
      cause: error,
    });
  }
}

function reasonOf({ status }: AppError): UnavailableReason {
  if (status === 404) return "unknown_agent";
  if (status === 429) return "busy";
  return status >= 500 ? "unreachable" : "rejected";
}
