import { createHmac } from "node:crypto";
import type { Engine } from "../agent/engine/types.ts";
import { createSeenPlans } from "../agent/plan/seen-plans.ts";
import { type SigningKey, signingKeyOf } from "../agent/plan/signing-key.ts";
import { runPlan } from "../agent/run-plan.ts";
import type { Clock } from "../core/clock.ts";
import type { AgentCaller, Fleet } from "../server/fleet/fleet.ts";
import type { PlanKeys } from "../server/fleet/plan-keys.ts";
import { inProcessBrain } from "./in-process-brain.ts";
import { factsOfThisHost } from "./this-host.ts";

export interface LocalAgentParts {
  fleet: Fleet;
  clock: Clock;
  engine: Engine;
  planKeys: PlanKeys;
  secretKey: Uint8Array;
  caller: AgentCaller;
  version: string;
}

/** This machine's own agent: it gets the same signed plans and gives the same receipts as one across the network. */
export interface LocalAgent {
  agentId: string;
  agentKey: SigningKey;
  stop(): Promise<void>;
}

export async function startLocalAgent(parts: LocalAgentParts): Promise<LocalAgent> {
  const { fleet, caller, engine, clock, planKeys, version } = parts;
  const agentKey = agentKeyOf(parts.secretKey);
  const brain = inProcessBrain(fleet, caller);
  const stopping = new AbortController();
  const { signal } = stopping;
  const facts = factsOfThisHost();
  const agentId = `service-${facts.hostname}`;
  const tables = (await engine.tables()).filter(({ here }) => here).map(({ name }) => name);
  const settings = await brain.register(
    {
      agent_id: agentId,
      ...facts,
      agent_version: version,
      tags: {},
      tables,
      public_key: agentKey.publicKey.toString("base64"),
      pinned_key_id: null,
    },
    signal,
  );
  const seen = createSeenPlans();
  const loop = async () => {
    while (!signal.aborted) {
      const { plans } = await brain.poll(agentId, settings.wait_seconds, signal);
      for (const plan of plans) void answer(plan);
    }
  };
  const answer = async (plan: Parameters<typeof runPlan>[0]) => {
    const verify = {
      agentId,
      publicKey: planKeys.current.publicKey,
      apiKeyHash: caller.apiKeyHash,
    };
    const receipt = await runPlan(plan, { verify, engine, agentKey, clock, seen, signal });
    const { plan_id } = JSON.parse(Buffer.from(receipt.payload, "base64").toString("utf8"));
    await brain.sendResult({ agentId, planId: plan_id, receipt }, signal);
  };
  const done = loop();
  return {
    agentId,
    agentKey,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Derived, so that the same machine stays the same agent and no further key file is needed. */
function agentKeyOf(secretKey: Uint8Array): SigningKey {
  return signingKeyOf(
    createHmac("sha256", secretKey).update("inquest local agent key v1").digest(),
  );
}
