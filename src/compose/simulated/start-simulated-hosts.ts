import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import { type RunningAgent, startAgent } from "../../agent/run/start-agent.ts";
import { createSeenPlans } from "../../agent/seen-plans.ts";
import { systemSleep } from "../../agent/sleep.ts";
import type { Clock } from "../../core/clock.ts";
import { createLimit, type Limit } from "../../core/limit.ts";
import type { Engine, TableInfo } from "../../engine/types.ts";
import { type SigningKey, signingKeyOf } from "../../plan/signing-key.ts";
import type { AgentCaller, Fleet } from "../../server/agents/fleet.ts";
import { type RegistrationServices, registerAgent } from "../../server/agents/register-agent.ts";
import { inProcessBrain } from "../agent/in-process-brain.ts";
import { waitUntilConnected } from "../agent/wait-until-connected.ts";
import type { SimulatedHost } from "./read-simulated-hosts.ts";
import { simulatedAnswerer } from "./simulated-answerer.ts";

export interface SimulatedHostServices extends RegistrationServices {
  fleet: Fleet;
  caller: AgentCaller;
  clock: Clock;
  engine: Engine;
  secretKey: Uint8Array;
  version: string;
  log: Logger;
}

const snapshotsAtOnce = 16;
/** Snapshots of a large estate are spread over less than the half minute in which they are due. */
const snapshotsWithin = (hosts: number) => Math.min(20_000, 1_000 + 2 * hosts);

/**
 * Serves each host by an agent of its own in this process, which gets the same signed plans and
 * gives the same receipts as one across the network. Resolves once all of them are connected.
 */
export async function startSimulatedHosts(
  hosts: SimulatedHost[],
  parts: SimulatedHostServices,
): Promise<{ stop(): Promise<void> }> {
  const tables = (await parts.engine.tables()).filter(({ required }) => required.length === 0);
  const shared = {
    tables,
    turns: createLimit(snapshotsAtOnce),
    firstSnapshotWithinMs: snapshotsWithin(hosts.length),
  };
  const agents = await Promise.all(
    hosts.map(async (host) => {
      if (host.offline) return introduce(host, parts);
      const agent = startSimulatedAgent(host, parts, shared);
      await waitUntilConnected(agent);
      return agent;
    }),
  );
  return {
    async stop() {
      await Promise.all(agents.map((agent) => agent?.stop()));
    },
  };
}

/** A host that is never there is in the listing all the same. */
async function introduce(host: SimulatedHost, parts: SimulatedHostServices): Promise<null> {
  const identity = {
    agent_id: host.agent_id,
    public_key: keyOf(host, parts.secretKey).publicKey.toString("base64"),
  };
  const request = { ...factsOf(host, parts.version), ...identity };
  await registerAgent(parts, parts.caller.accountId, request, { heard: false });
  return null;
}

function startSimulatedAgent(
  host: SimulatedHost,
  { fleet, caller, clock, engine, secretKey, version, log }: SimulatedHostServices,
  {
    tables,
    turns,
    firstSnapshotWithinMs,
  }: { tables: TableInfo[]; turns: Limit; firstSnapshotWithinMs: number },
): RunningAgent {
  return startAgent({
    brain: inProcessBrain(fleet, caller),
    verify: { agentId: host.agent_id, publicKey: null, apiKeyHash: caller.apiKeyHash },
    agentKey: keyOf(host, secretKey),
    facts: () => factsOf(host, version),
    engine: simulatedAnswerer(host, { engine, tables }),
    seen: createSeenPlans(),
    receipts: null,
    clock,
    sleep: systemSleep,
    random: Math.random,
    log,
    snapshotLimit: turns,
    tuning: { firstSnapshotWithinMs, factsIntervalMs: null },
  });
}

/** Derived, so that a host keeps its key across restarts with nothing stored. */
function keyOf({ agent_id }: SimulatedHost, secretKey: Uint8Array): SigningKey {
  const seed = createHmac("sha256", secretKey).update(`inquest simulated agent key v1 ${agent_id}`);
  return signingKeyOf(seed.digest());
}

function factsOf(host: SimulatedHost, version: string) {
  const { hostname, os, os_version, arch, tags, addresses, tables, denied } = host;
  return {
    hostname,
    os,
    os_version,
    arch,
    agent_version: version,
    tags,
    addresses,
    tables: [...new Set([...tables.keys(), ...denied])].sort(),
    pinned_key_id: null,
  };
}
