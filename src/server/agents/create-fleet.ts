import { agentsOf } from "../../brain/hosts/select-agents.ts";
import { policiesOf } from "../../brain/hosts/tag-policies.ts";
import type { ReceivedSnapshot } from "../../brain/snapshots/encode-rows.ts";
import { blobsOfSnapshot } from "../../brain/snapshots/kept-answers.ts";
import { dropDeniedTables, saveSnapshot } from "../../brain/snapshots/save-snapshot.ts";
import type { Plan, SignedPlan } from "../../contract/plan.ts";
import { isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { createLimit } from "../../core/limit.ts";
import { signPlan } from "../../plan/sign-plan.ts";
import type { SharedState } from "../../store/port/shared-state.ts";
import type { AgentRecord } from "../../store/records.ts";
import { apiError, invalid, notFound } from "../http/errors.ts";
import type { UploadReader } from "../uploads/read-uploads.ts";
import { settingsFor } from "./agent-settings.ts";
import { createAsk } from "./ask-agent.ts";
import { type ConnectionChange, createConnectionChanges } from "./connection-changes.ts";
import { createPlanExchange } from "./exchange/plan-exchange.ts";
import { createSharedExchange } from "./exchange/shared-exchange.ts";
import { createFactsQuota, type FactsQuota, watchFacts } from "./facts-quota.ts";
import type { Fleet } from "./fleet.ts";
import { type Sender, unsigned } from "./identity/agent-identity.ts";
import { createBoundIdentities } from "./identity/bound-identities.ts";
import type { RefusedKey } from "./identity/pending-keys.ts";
import type { PlanKeys } from "./plan-keys.ts";
import { createPresence, type KnownContact } from "./presence.ts";
import {
  applyFacts,
  type RegistrationServices,
  recordId,
  registerAgent,
  updateAgent,
} from "./register-agent.ts";
import { createSentSettings } from "./sent-settings.ts";

export interface FleetServices extends RegistrationServices {
  /** What this server shares with others over the same database; undefined for a single server. */
  shared?: SharedState | undefined;
  planKeys: PlanKeys;
  uploads: UploadReader;
  /** Whether agents elsewhere can reach this server; a single command serves only its own. */
  isReachable: boolean;
  /** Called once for each key that tries to use another agent's id. */
  onKeyRefused(refused: RefusedKey): void;
  /** Called when an agent connects, and when it stops or has not been heard for 90 s. */
  onConnectionChange(change: ConnectionChange): void;
  onError(error: unknown): void;
}

const checkContactsEveryMs = 10_000;
/** Snapshots rewritten concurrently when a policy denies one of their tables. */
const concurrentRewrites = 16;
/** Polls are held this much longer than asked, which keeps an idle agent under 1,440 requests per day. */
const pollStretch = 1.08;

/** The fleet over a store. Polls are this server's; what else it must know is in memory or shared. */
export function createFleet(services: FleetServices): Fleet {
  const { store, shared, clock, planKeys, uploads, isReachable, onError } = services;
  const { verifyResult } = uploads;
  const exchange = shared
    ? createSharedExchange(shared.plans, { verifyResult, onError })
    : createPlanExchange(clock, uploads);
  const presence = createPresence(services);
  const quota = createFactsQuota(store);
  const stopWatchingFacts = shared && watchFacts(store, quota, onError);
  const identities = createBoundIdentities({
    ...services,
    updateAgent: (id, change) => updateAgent(store, id, change),
  });
  const { settingsOf, sendSettings, ...settings } = createSentSettings({ ...services, exchange });
  const isPresent = (agent: KnownContact) =>
    exchange.isPolling(agent.id) || presence.isRecent(agent);
  const connections = createConnectionChanges({
    isConnected: (id) => isPresent({ id, last_heartbeat_at: null }),
    onChange: (change) => services.onConnectionChange(change),
  });
  const contactTimer = setInterval(() => {
    connections.check();
    presence.storeContacts("overdue").catch(onError);
  }, checkContactsEveryMs);
  contactTimer.unref();

  function recordContact(id: string): void {
    presence.recordContact(id);
    connections.contacted(id);
  }

  async function mustFind(accountId: string, agentId: string): Promise<AgentRecord> {
    const found = await store.find("agent", recordId(accountId, agentId));
    if (!found) throw notFound();
    return found.record;
  }

  /** The server's own agents are limited by whoever starts it. */
  async function reserveFacts(
    facts: Parameters<FactsQuota["reserve"]>[0],
    { isInProcess }: Pick<Sender, "isInProcess">,
  ): Promise<void> {
    if (isInProcess) return;
    const outcome = await quota.reserve(facts);
    if (outcome === "account_full") throw apiError("agent_quota_exceeded");
    if (outcome === "agent_full")
      throw apiError("payload_too_large", {
        message: "The agent's tags, addresses and tables together are too large to store.",
      });
  }

  return {
    ask: createAsk({ exchange, presence, clock, isReachable }),
    settingsOf,
    agentsOf: async (accountId) =>
      (await agentsOf(store, accountId)).map(presence.withLastHeartbeat),
    async find(accountId, agentId) {
      const found = await store.find("agent", recordId(accountId, agentId));
      return found && presence.withLastHeartbeat(found.record);
    },
    withLastHeartbeat: presence.withLastHeartbeat,
    isConnected: isPresent,
    pendingKey: identities.pendingKey,
    authenticate: identities.authenticate,
    authenticateRegistration: (accountId, request) =>
      identities.authenticateRegistration(recordId(accountId, request.request.agent_id), request),
    async register({ accountId }, request, sender = unsigned) {
      const id = recordId(accountId, request.agent_id);
      const registration = { publicKey: request.public_key, sender };
      await reserveFacts({ ...request, id, account_id: accountId }, sender);
      const { isPolling } = exchange;
      const outcome = await registerAgent(services, accountId, request, { sender, isPolling });
      if (!outcome.ok) {
        await quota.reserve(outcome.record);
        throw await identities.rejectionOf(outcome, registration);
      }
      await identities.registered(id, registration);
      recordContact(id);
      exchange.restarted(id);
      return { created: outcome.created, settings: await sendSettings(outcome.record) };
    },
    async heartbeat({ accountId }, agentId, facts) {
      const agent = await mustFind(accountId, agentId);
      const { id } = agent;
      await reserveFacts(applyFacts(agent, facts), { isInProcess: agent.remote === null });
      const record = await updateAgent(store, id, (before) => applyFacts(before, facts));
      recordContact(id);
      return sendSettings(record);
    },
    async poll({ accountId, apiKeyHash }, agentId, { waitMs, signal }) {
      const { id } = await mustFind(accountId, agentId);
      recordContact(id);
      const wait = startDeadline(signal, settings.isOutdated(id) ? 0 : waitMs * pollStretch);
      const plans = await exchange.poll(id, wait.signal).finally(wait.clear);
      if (signal.aborted) exchange.disconnected(id);
      // Read again: tags and policies may have changed during the poll.
      const agent = await mustFind(accountId, agentId);
      const key = planKeys.keyFor(agent.pinned_key_id, clock.now());
      return {
        plans: plans.map((plan) => signPlan(plan, { key, apiKeyHash })),
        settingsRevision: (await sendSettings(agent)).revision,
      };
    },
    async disconnect({ accountId }, agentId) {
      const { id } = await mustFind(accountId, agentId);
      presence.recordGoodbye(id);
      exchange.interrupt(id);
      connections.left(id);
    },
    requeue({ accountId }, agentId, plans) {
      const id = recordId(accountId, agentId);
      exchange.requeue(id, plans.map(planIdOf));
      exchange.disconnected(id);
    },
    async acceptResult({ accountId }, agentId, { planId, receipt }) {
      const agent = await mustFind(accountId, agentId);
      const outcome = await exchange.accept(agent.id, planId, receipt);
      if (outcome.ok) {
        recordContact(agent.id);
        return { plan_id: planId, status: outcome.status };
      }
      if (outcome.reason === "not_verified")
        throw invalid({ path: "signature", message: outcome.message });
      // A plan from before a server restart is unknown, but its receipt proves whose it was.
      const publicKey = Buffer.from(agent.public_key, "base64");
      const terms = { publicKey, planId, agentId, statements: null };
      if (!(await uploads.verifyResult(receipt, terms)).ok) throw notFound();
      recordContact(agent.id);
      return { plan_id: planId, status: "late" };
    },
    async saveSnapshot({ accountId }, agentId, signed) {
      const agent = await mustFind(accountId, agentId);
      const publicKey = Buffer.from(agent.public_key, "base64");
      const verdict = await uploads.verifySnapshot(signed, { publicKey, agentId });
      if (!verdict.ok) throw invalid({ path: verdict.path, message: verdict.message });
      recordContact(agent.id);
      const { denied_tables: deniedTables } = await settingsOf(agent);
      const snapshot = withoutFutureDate(verdict.snapshot, clock.now());
      const saved = await saveSnapshot(store, agent, { snapshot, deniedTables });
      if (!saved.ok)
        throw apiError("payload_too_large", {
          message: "The agent's tables exceed the snapshot size limit of one agent.",
        });
      return { missing: saved.missing };
    },
    async patch(accountId, agentId, { tags }) {
      const id = recordId(accountId, agentId);
      const record = await updateAgent(store, id, (before) =>
        tags ? { ...before, tags } : before,
      );
      settings.resend(id);
      return presence.withLastHeartbeat(record);
    },
    async approve(accountId, agentId, approval) {
      const id = recordId(accountId, agentId);
      const record = await identities.approve(id, approval);
      // The agent with the old key must not receive another plan.
      exchange.interrupt(id);
      return presence.withLastHeartbeat(record);
    },
    async remove(accountId, agentId) {
      const id = recordId(accountId, agentId);
      if (!(await store.find("agent", id))) return false;
      const snapshot = (await store.find("snapshot", id))?.record;
      await quota.release({ id, account_id: accountId });
      await store.commit([
        { type: "remove", kind: "agent", id },
        { type: "remove", kind: "snapshot", id },
      ]);
      for (const blob of snapshot ? blobsOfSnapshot(snapshot) : []) await store.removeBlob(blob);
      presence.forget(id);
      await identities.forget(id);
      settings.forget(id);
      exchange.interrupt(id);
      return true;
    },
    async settingsChanged(accountId) {
      const policies = await policiesOf(store, accountId);
      const agents = await agentsOf(store, accountId);
      const updates = agents.map((agent) => ({ agent, next: settingsFor(agent, policies) }));
      // Every agent gets its settings before stored rows are removed, which takes seconds in a large fleet.
      for (const { agent, next } of updates)
        if (next.revision !== settings.sentRevision(agent.id)) settings.resend(agent.id);
      const limit = createLimit(concurrentRewrites);
      await Promise.all(
        updates.map(({ agent, next }) =>
          limit(() => dropDeniedTables(store, agent, next.denied_tables)),
        ),
      );
    },
    async stop() {
      clearInterval(contactTimer);
      exchange.stop();
      identities.stop();
      settings.stop();
      stopWatchingFacts?.();
      await presence.stop();
    },
  };
}

/** An agent's clock that runs ahead must not make its snapshot look fresher than it is. */
function withoutFutureDate(snapshot: ReceivedSnapshot, nowMs: number): ReceivedSnapshot {
  const reportedMs = Math.max(0, Date.parse(snapshot.collected_at));
  return { ...snapshot, collected_at: isoTime(Math.min(reportedMs, nowMs)) };
}

function planIdOf({ payload }: SignedPlan): string {
  return (JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as Plan).plan_id;
}
