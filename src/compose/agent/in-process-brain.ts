import { type BrainPort, BrainUnavailable } from "../../agent/brain-port.ts";
import { AppError } from "../../core/errors.ts";
import type { AgentCaller, Fleet } from "../../server/agents/fleet.ts";

/** The brain for an agent of the same process: this machine's own, and simulated hosts. */
export function inProcessBrain(fleet: Fleet, caller: AgentCaller): BrainPort {
  return {
    register: (request) => told(async () => (await fleet.register(caller, request)).settings),
    heartbeat: (agentId, facts) => told(() => fleet.heartbeat(caller, agentId, facts)),
    poll: (agentId, waitSeconds, signal) =>
      told(() => fleet.poll(caller, agentId, { waitMs: waitSeconds * 1000, signal })),
    sendResult: ({ agentId, planId, receipt }) =>
      told(async () => (await fleet.acceptResult(caller, agentId, { planId, receipt })).status),
    sendSnapshot: (agentId, snapshot) => told(() => fleet.saveSnapshot(caller, agentId, snapshot)),
    close: async () => {},
  };
}

/** The fleet's refusals as an agent elsewhere would be told them. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = error.status === 404 ? "unknown_agent" : "rejected";
    throw new BrainUnavailable(reason, error.message, { cause: error });
  }
}
