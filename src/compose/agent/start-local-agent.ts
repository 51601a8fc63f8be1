import { createHmac } from "node:crypto";
import type { AgentLog } from "../../agent/agent-log.ts";
import { liveQueryEngine } from "../../agent/run/live-query-engine.ts";
import { type RunningAgent, startAgent } from "../../agent/run/start-agent.ts";
import { createSeenPlans } from "../../agent/seen-plans.ts";
import { systemSleep } from "../../agent/sleep.ts";
import type { Clock } from "../../core/clock.ts";
import type { Engine } from "../../engine/types.ts";
import { type SigningKey, signingKeyOf } from "../../plan/signing-key.ts";
import type { AgentCaller, Fleet } from "../../server/agents/fleet.ts";
import { readHostFacts } from "./host-facts.ts";
import { inProcessBrain } from "./in-process-brain.ts";
import { waitUntilConnected } from "./wait-until-connected.ts";

export interface LocalAgentServices {
  fleet: Fleet;
  caller: AgentCaller;
  clock: Clock;
  engine: Engine;
  secretKey: Uint8Array;
  version: string;
  log: AgentLog;
  /** True for a server, which keeps this machine's snapshot up to date; false for a single command. */
  snapshots: boolean;
}

/**
 * Starts this machine's agent. It receives the same signed plans and sends the same receipts as an
 * agent across the network. Resolves once it is connected.
 */
export async function startLocalAgent(parts: LocalAgentServices): Promise<RunningAgent> {
  const { fleet, caller, clock, engine, version, log, snapshots } = parts;
  const tables = (await engine.tables()).filter(({ here }) => here).map(({ name }) => name);
  const facts = () => ({
    ...readHostFacts(),
    agent_version: version,
    tags: {},
    tables,
    pinned_key_id: null,
  });
  const agentId = `service-${facts().hostname}`;
  const agent = startAgent({
    brain: inProcessBrain(fleet, caller),
    verify: { agentId, publicKey: null, apiKeyHash: caller.apiKeyHash },
    agentKey: agentKeyOf(parts.secretKey),
    facts,
    engine: liveQueryEngine(engine),
    seen: createSeenPlans(),
    receipts: null,
    clock,
    sleep: systemSleep,
    random: Math.random,
    log,
    tuning: snapshots ? {} : { firstSnapshotWithinMs: null },
  });
  await waitUntilConnected(agent);
  return agent;
}

/** Derived, so that the machine stays the same agent without another key file. */
function agentKeyOf(secretKey: Uint8Array): SigningKey {
  return signingKeyOf(
    createHmac("sha256", secretKey).update("inquest local agent key v1").digest(),
  );
}
