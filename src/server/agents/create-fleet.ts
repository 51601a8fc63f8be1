import { agentsOf } from "../../brain/hosts/select-agents.ts";
import { policiesOf } from "../../brain/hosts/tag-policies.ts";
import { forgetTables, saveSnapshot } from "../../brain/snapshots/save-snapshot.ts";
import type { Plan, SignedPlan } from "../../contract/plan.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { createLimit } from "../../core/limit.ts";
import { signPlan } from "../../plan/sign-plan.ts";
import { verifyResult } from "../../plan/verify-result.ts";
import { verifySnapshot } from "../../plan/verify-snapshot.ts";
import type { AgentRecord } from "../../store/records.ts";
import { apiError, invalid, notFound } from "../http/errors.ts";
import { settingsFor } from "./agent-settings.ts";
import { createAsk } from "./ask-agent.ts";
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
import { createToldSettings } from "./sent-settings.ts";

export interface FleetServices extends RegistrationServices {
  planKeys: PlanKeys;
  /** Whether agents elsewhere can reach this server; a single command serves only its own. */
  isReachable: boolean;
  onError(error: unknown): void;
}

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
  const { settingsOf, tellSettings, ...settings } = createToldSettings(store, exchange);
  const storing = setInterval(() => presence.store("overdue").catch(onError), storeWordsEveryMs);
  storing.unref();

  async function mustFind(accountId: string, agentId: string): Promise<AgentRecord> {
    const found = await store.find("agent", recordId(accountId, agentId));
    if (!found) throw notFound();
    return found.record;
  }

  /** Two machines under one agent id would answer for each other. */
  function refuseTwin(before: AgentRecord | undefined, publicKey: string): void {
    if (before && before.public_key !== publicKey && exchange.isPolling(before.id))
      throw apiError("agent_id_in_use");
  }

  return {
    ask: createAsk({ exchange, presence, clock, isReachable }),
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
      const wait = startDeadline(signal, settings.isUntold(id) ? 0 : waitMs * pollStretch);
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
      settings.tellSoon(id);
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
      settings.forget(id);
      exchange.interrupt(id);
      return true;
    },
    async settingsChanged(accountId) {
      const policies = await policiesOf(store, accountId);
      const agents = await agentsOf(store, accountId);
      const settled = agents.map((agent) => ({ agent, due: settingsFor(agent, policies) }));
      // Every agent is told before what is kept of any goes: that takes seconds in a large fleet.
      for (const { agent, due } of settled)
        if (due.revision !== settings.revisionTold(agent.id)) settings.tellSoon(agent.id);
      const turns = createLimit(forgottenAtOnce);
      await Promise.all(
        settled.map(({ agent, due }) => turns(() => forgetTables(store, agent, due.denied_tables))),
      );
    },
    async stop() {
      clearInterval(storing);
      exchange.stop();
      await presence.store("all");
    },
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
