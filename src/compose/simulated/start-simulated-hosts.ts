import { createHmac } from "node:crypto";
import type { AgentLog } from "../../agent/agent-log.ts";
import { type RunningAgent, startAgent } from "../../agent/run/start-agent.ts";
import { createSeenPlans } from "../../agent/seen-plans.ts";
import { systemSleep } from "../../agent/sleep.ts";
import { createCleanup } from "../../core/cleanup.ts";
import type { Clock } from "../../core/clock.ts";
import { createLimit, type Limit } from "../../core/limit.ts";
import type { Engine, TableInfo } from "../../engine/types.ts";
import { type SigningKey, signingKeyOf } from "../../plan/signing-key.ts";
import type { AgentCaller, Fleet } from "../../server/agents/fleet.ts";
import { inProcess } from "../../server/agents/identity/agent-identity.ts";
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
  log: AgentLog;
}

const concurrentSnapshots = 16;
/** Spreads the first snapshots of many hosts; all of them are due within half a minute. */
const snapshotsWithin = (hosts: number) => Math.min(20_000, 1_000 + 2 * hosts);

/**
 * Starts one agent per host in this process. They receive the same signed plans and send the same
 * receipts as agents across the network. Resolves once all of them are connected.
 */
export async function startSimulatedHosts(
  hosts: SimulatedHost[],
  services: SimulatedHostServices,
): Promise<{ stop(): Promise<void> }> {
  const tables = (await services.engine.tables()).filter(({ required }) => required.length === 0);
  const shared = {
    tables,
    snapshotLimit: createLimit(concurrentSnapshots),
    firstSnapshotWithinMs: snapshotsWithin(hosts.length),
  };
  const agents: RunningAgent[] = [];
  const cleanup = createCleanup();
  cleanup.defer(() => Promise.all(agents.map((agent) => agent.stop())));
  await cleanup.onFailure(() =>
    Promise.all(
      hosts.map((host) => {
        if (host.offline) return registerOffline(host, services);
        const agent = startSimulatedAgent(host, services, shared);
        agents.push(agent);
        return waitUntilConnected(agent);
      }),
    ),
  );
  return { stop: () => cleanup.run() };
}

/** An offline host has no agent, but is listed. */
async function registerOffline(
  host: SimulatedHost,
  services: SimulatedHostServices,
): Promise<void> {
  const identity = {
    agent_id: host.agent_id,
    public_key: keyOf(host, services.secretKey).publicKey.toString("base64"),
  };
  const request = { ...factsOf(host, services.version), ...identity };
  await registerAgent(services, services.caller.accountId, request, {
    contacted: false,
    sender: inProcess,
  });
}

function startSimulatedAgent(
  host: SimulatedHost,
  { fleet, caller, clock, engine, secretKey, version, log }: SimulatedHostServices,
  {
    tables,
    snapshotLimit,
    firstSnapshotWithinMs,
  }: { tables: TableInfo[]; snapshotLimit: Limit; firstSnapshotWithinMs: number },
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
    snapshotLimit,
    tuning: { firstSnapshotWithinMs, factsIntervalMs: null },
  });
}

/** Derived, so that a host keeps its key across restarts without a key file. */
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
