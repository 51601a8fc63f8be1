import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import { answererOf } from "../agent/collect-snapshot.ts";
import type { Engine } from "../agent/engine/types.ts";
import { systemSleep } from "../agent/loop/sleep.ts";
import { createSeenPlans } from "../agent/plan/seen-plans.ts";
import { type SigningKey, signingKeyOf } from "../agent/plan/signing-key.ts";
import { type RunningAgent, startAgent } from "../agent/run-agent.ts";
import type { Clock } from "../core/clock.ts";
import type { AgentCaller, Fleet } from "../server/fleet/fleet.ts";
import { inProcessBrain } from "./in-process-brain.ts";
import { factsOfThisHost } from "./this-host.ts";
import { untilReady } from "./until-ready.ts";

export interface LocalAgentParts {
  fleet: Fleet;
  caller: AgentCaller;
  clock: Clock;
  engine: Engine;
  secretKey: Uint8Array;
  version: string;
  log: Logger;
  /** A server keeps this machine's snapshot fresh, a single command does not. */
  snapshots: boolean;
}

/**
 * This machine's own agent: it gets the same signed plans and gives the same receipts as one
 * across the network. Resolves once it is connected.
 */
export async function startLocalAgent(parts: LocalAgentParts): Promise<RunningAgent> {
  const { fleet, caller, clock, engine, version, log, snapshots } = parts;
  const tables = (await engine.tables()).filter(({ here }) => here).map(({ name }) => name);
  const facts = () => ({
    ...factsOfThisHost(),
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
    answerer: answererOf(engine),
    seen: createSeenPlans(),
    outbox: null,
    clock,
    sleep: systemSleep,
    random: Math.random,
    log,
    pace: snapshots ? {} : { firstSnapshotWithinMs: null },
  });
  await untilReady(agent);
  return agent;
}

/** Derived, so that the same machine stays the same agent and no further key file is needed. */
function agentKeyOf(secretKey: Uint8Array): SigningKey {
  return signingKeyOf(
    createHmac("sha256", secretKey).update("inquest local agent key v1").digest(),
  );
}
