import { signPlan } from "../../agent/plan/sign-plan.ts";
import { keyIdOf } from "../../agent/plan/signing-key.ts";
import { verifyResult } from "../../agent/plan/verify-result.ts";
import { verifySnapshot } from "../../agent/plan/verify-snapshot.ts";
import type { AskOutcome, AskRequest } from "../../brain/ports.ts";
import { forgetTables, saveSnapshot } from "../../brain/save-snapshot.ts";
import { agentsOf } from "../../brain/select-agents.ts";
import { policiesOf } from "../../brain/tag-policies.ts";
import type { AgentSettings } from "../../contract/agent.ts";
import type { Plan, SignedPlan } from "../../contract/plan.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { newId } from "../../core/ids.ts";
import { createTurns } from "../../core/turns.ts";
import type { AgentRecord } from "../../store/records.ts";
import { apiError, invalid, notFound } from "../errors.ts";
import type { Fleet } from "./fleet.ts";
import { createPlanExchange } from "./plan-exchange.ts";
import type { PlanKeys } from "./plan-keys.ts";
import { createPresence } from "./presence.ts";
import {
  type RegistrationServices,
  recordId,
  registerAgent,
  updateAgent,
  withFacts,
} from "./register-agent.ts";
import { settingsFor } from "./settings.ts";

export interface FleetServices extends RegistrationServices {
  planKeys: PlanKeys;
  /** Whether agents elsewhere can reach this server; a single command serves only its own. */
  isReachable: boolean;
  onError(error: unknown): void;
}

/** How long a plan waits for an agent that was there a moment ago. */
const comeBackMs = 5_000;
/** Agents that lost their server try again after 1, 2, 4, 8 s: until then they are waited for. */
const settlingMs = 15_000;
/** Those last heard longer than this before its start are not about to come back. */
const lostWithItMs = 10 * 60_000;
const storeWordsEveryMs = 10_000;
/** Snapshots rewritten at the same time when a policy denies a table of theirs. */
const forgottenAtOnce = 16;
/** So much longer is a poll held: then an idle agent's polls and snapshots come to under 1,440 requests a day. */
const pollStretch = 1.08;

/** The fleet over a store; polls, plans under way and last words are in memory. */
export function createFleet(services: FleetServices): Fleet {
  const { store, clock, planKeys, isReachable, onError } = services;
  const exchange = createPlanExchange(clock);
  const presence = createPresence(services);
  const startedMs = clock.now();
  /** Revision of the settings that each agent was last told, by id of its record. */
  const told = new Map<string, string>();
  /** Agents whose settings changed while they weren't polling. */
  const untold = new Set<string>();
  const storing = setInterval(() => presence.store("overdue").catch(onError), storeWordsEveryMs);
  storing.unref();

  async function mustFind(accountId: string, agentId: string): Promise<AgentRecord> {
    const found = await store.find("agent", recordId(accountId, agentId));
    if (!found) throw notFound();
    return found.record;
  }

  const settingsOf = async (agent: AgentRecord) =>
    settingsFor(agent, await policiesOf(store, agent.account_id));

  async function tellSettings(agent: AgentRecord): Promise<AgentSettings> {
    // First: what changes while the settings are read is to be told again.
    untold.delete(agent.id);
    const settings = await settingsOf(agent);
    told.set(agent.id, settings.revision);
    return settings;
  }

  /** Ends the agent's polls, for each answer tells the settings' revision; between two polls, the next one. */
  function tellSoon(id: string): void {
    if (!exchange.isPolling(id)) untold.add(id);
    exchange.interrupt(id);
  }

  /** Two machines under one agent id would answer for each other. */
  function refuseTwin(before: AgentRecord | undefined, publicKey: string): void {
    if (before && before.public_key !== publicKey && exchange.isPolling(before.id))
      throw apiError("agent_id_in_use");
  }

  /** How long to wait for an agent without a poll, ms; null when it is gone. */
  function patience(agent: AgentRecord): number | null {
    if (exchange.isPolling(agent.id)) return comeBackMs;
    if (!isReachable) return null;
    const leftMs = startedMs + settlingMs - clock.now();
    const wasThere = startedMs - Date.parse(agent.last_heartbeat_at ?? "") < lostWithItMs;
    if (leftMs > comeBackMs && wasThere) return leftMs;
    return presence.isRecent(agent) ? comeBackMs : null;
  }

  async function ask(request: AskRequest): Promise<AskOutcome> {
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
  }

  return {
    ask,
    settingsOf,
    agentsOf: async (accountId) => (await agentsOf(store, accountId)).map(presence.upToDate),
    async find(accountId, agentId) {
      const found = await store.find("agent", recordId(accountId, agentId));
      return found && presence.upToDate(found.record);
    },
    upToDate: presence.upToDate,
    isConnected: (agent) => exchange.isPolling(agent.id) || presence.isRecent(agent),
    async register({ accountId }, request) {
      const id = recordId(accountId, request.agent_id);
      refuseTwin((await store.find("agent", id))?.record, request.public_key);
      const { record, created } = await registerAgent(services, accountId, request);
      presence.heard(id);
      exchange.restarted(id);
      return { created, settings: await tellSettings(record) };
    },
    async heartbeat({ accountId }, agentId, facts) {
      const id = recordId(accountId, agentId);
      const record = await updateAgent(store, id, (before) => withFacts(before, facts));
      presence.heard(id);
      return tellSettings(record);
    },
    async poll({ accountId, apiKeyHash }, agentId, { waitMs, signal }) {
      const { id } = await mustFind(accountId, agentId);
      presence.heard(id);
      const wait = startDeadline(signal, untold.has(id) ? 0 : waitMs * pollStretch);
      const plans = await exchange.poll(id, wait.signal).finally(wait.clear);
      if (signal.aborted) exchange.lost(id);
      // Read again: tags and policies may have changed while it waited.
      const agent = await mustFind(accountId, agentId);
      const key = planKeys.keyFor(agent.pinned_key_id, clock.now());
      return {
        plans: plans.map((plan) => signPlan(plan, { key, apiKeyHash })),
        settingsRevision: (await tellSettings(agent)).revision,
      };
    },
    takeBack({ accountId }, agentId, plans) {
      const id = recordId(accountId, agentId);
      exchange.takeBack(id, plans.map(planIdOf));
      exchange.lost(id);
    },
    async deliver({ accountId }, agentId, { planId, receipt }) {
      const agent = await mustFind(accountId, agentId);
      presence.heard(agent.id);
      const delivery = exchange.deliver(agent.id, planId, receipt);
      if (delivery.ok) return { plan_id: planId, status: delivery.status };
      if (delivery.reason === "not_verified")
        throw invalid({ path: "signature", message: delivery.message });
      // A plan from before a restart is forgotten, but its receipt shows whose it was.
      const publicKey = Buffer.from(agent.public_key, "base64");
      if (!verifyResult(receipt, { publicKey, planId, agentId }).ok) throw notFound();
      return { plan_id: planId, status: "late" };
    },
    async saveSnapshot({ accountId }, agentId, signed) {
      const agent = await mustFind(accountId, agentId);
      presence.heard(agent.id);
      const publicKey = Buffer.from(agent.public_key, "base64");
      const verdict = verifySnapshot(signed, { publicKey, agentId });
      if (!verdict.ok) throw invalid({ path: verdict.path, message: verdict.message });
      const { denied_tables: deniedTables } = await settingsOf(agent);
      const snapshot = datedByNow(verdict.snapshot, clock.now());
      const saved = await saveSnapshot(store, agent, { snapshot, deniedTables });
      if (!saved.ok)
        throw apiError("payload_too_large", {
          message: "The agent's tables together are larger than what is kept of one agent.",
        });
      return { missing: saved.missing };
    },
    async patch(accountId, agentId, { tags }) {
      const id = recordId(accountId, agentId);
      const record = await updateAgent(store, id, (before) =>
        tags ? { ...before, tags } : before,
      );
      tellSoon(id);
      return presence.upToDate(record);
    },
    async remove(accountId, agentId) {
      const id = recordId(accountId, agentId);
      if (!(await store.find("agent", id))) return false;
      const snapshot = (await store.find("snapshot", id))?.record;
      await store.commit([
        { type: "remove", kind: "agent", id },
        { type: "remove", kind: "snapshot", id },
      ]);
      if (snapshot) await store.removeBlob(snapshot.blob);
      presence.forget(id);
      told.delete(id);
      untold.delete(id);
      exchange.interrupt(id);
      return true;
    },
    async settingsChanged(accountId) {
      const policies = await policiesOf(store, accountId);
      const agents = await agentsOf(store, accountId);
      const settled = agents.map((agent) => ({ agent, settings: settingsFor(agent, policies) }));
      // Every agent is told before what is kept of any goes: that takes seconds in a large fleet.
      for (const { agent, settings } of settled)
        if (settings.revision !== told.get(agent.id)) tellSoon(agent.id);
      const turns = createTurns(forgottenAtOnce);
      await Promise.all(
        settled.map(({ agent, settings }) =>
          turns(() => forgetTables(store, agent, settings.denied_tables)),
        ),
      );
    },
    async stop() {
      clearInterval(storing);
      exchange.stop();
      await presence.store("all");
    },
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

/** A clock that is ahead must not make a snapshot fresher than it can be. */
function datedByNow(snapshot: Snapshot, nowMs: number): Snapshot {
  const saidMs = Math.max(0, Date.parse(snapshot.collected_at));
  return { ...snapshot, collected_at: isoTime(Math.min(saidMs, nowMs)) };
}

function planIdOf({ payload }: SignedPlan): string {
  return (JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as Plan).plan_id;
}
