import { setMaxListeners } from "node:events";
import type { SignedPlan } from "../../contract/plan.ts";
import type { Clock } from "../../core/clock.ts";
import type { Limit } from "../../core/limit.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import type { PlanCheck } from "../../plan/verify-plan.ts";
import type { AgentLog } from "../agent-log.ts";
import type { BrainPort } from "../brain-port.ts";
import type { QueryEngine } from "../query-engine.ts";
import type { ReceiptStore } from "../receipt-store.ts";
import type { SeenPlans } from "../seen-plans.ts";
import type { Sleep } from "../sleep.ts";
import { claimedPlanId } from "./claimed-plan-id.ts";
import { createPlanQueue } from "./plan-queue.ts";
import { runPollLoop } from "./poll-loop.ts";
import { type AgentFacts, createRegistration } from "./registration.ts";
import { createResultUpload } from "./result-upload.ts";
import { createRetryPolicy } from "./retry-policy.ts";
import { runPlan } from "./run-plan.ts";
import { runSnapshotLoop } from "./snapshot-loop.ts";

export interface AgentParts {
  brain: BrainPort;
  /** This agent's id, and the keys that verify its plans; see `verifyPlan`. */
  verify: Pick<PlanCheck, "agentId" | "publicKey" | "apiKeyHash">;
  agentKey: SigningKey;
  /** Read at registration, and then every `factsIntervalMs`. */
  facts: () => Promise<AgentFacts> | AgentFacts;
  engine: QueryEngine;
  seen: SeenPlans;
  /** Null for an agent in the brain's own process: both end together, so nothing needs to be stored. */
  receipts: ReceiptStore | null;
  clock: Clock;
  sleep: Sleep;
  random: () => number;
  log: AgentLog;
  tuning?: Partial<AgentTuning>;
  /** Shared by several agents in one process, to bound their concurrent snapshots. */
  snapshotLimit?: Limit;
}

export interface AgentTuning {
  /** Plans that run at the same time; further plans are queued. */
  maxConcurrentPlans: number;
  /** The first snapshot is sent at a random time within this many ms of connecting; null: never send any. */
  firstSnapshotWithinMs: number | null;
  /** Interval between reads of the facts; null if they never change. */
  factsIntervalMs: number | null;
}

const defaultTuning: AgentTuning = {
  // The engine divides its threads fairly among them.
  maxConcurrentPlans: 16,
  firstSnapshotWithinMs: 15_000,
  factsIntervalMs: 5 * 60_000,
};
/** With this many plans queued the agent stops polling. */
const maxWaitingPlans = 256;
/** Time to upload the receipts of plans that `stop` aborted. */
const finalUploadMs = 1_000;
/** Time to inform the server that the agent stops. */
const goodbyeMs = 1_000;

export interface RunningAgent {
  /** Resolves at the first registration; never, if the agent stops before it. */
  connected: Promise<void>;
  /** Aborts the running plans, uploads their receipts if it can, and disconnects from the server. */
  stop(): Promise<void>;
}

/**
 * Connects a machine to its brain, and reconnects whenever the connection is lost. One loop polls,
 * which is also the heartbeat; another sends snapshots; plans run beside them.
 */
export function startAgent(parts: AgentParts): RunningAgent {
  const { brain, verify, agentKey, log, random } = parts;
  const { maxConcurrentPlans, firstSnapshotWithinMs, factsIntervalMs } = {
    ...defaultTuning,
    ...parts.tuning,
  };
  const { agentId } = verify;
  const stopping = new AbortController();
  // Every plan under way listens to it; Node warns on stderr above ten listeners.
  setMaxListeners(0, stopping.signal);
  const uploadsAborted = new AbortController();
  const quietRetryPolicy = () => createRetryPolicy({ log, random, quiet: true });
  const shared = { ...parts, agentId, stopping: stopping.signal };

  const registration = createRegistration({ ...shared, publicKey: agentKey.publicKey });
  const upload = createResultUpload({ ...shared, retryPolicy: quietRetryPolicy() });
  const queue = createPlanQueue({
    concurrency: maxConcurrentPlans,
    maxWaiting: maxWaitingPlans,
    run: answer,
  });
  let resolveConnected = () => {};
  const connected = new Promise<void>((resolve) => {
    resolveConnected = resolve;
  });
  let snapshots: Promise<void> | null = null;
  const polling = runPollLoop({
    ...shared,
    registration,
    queue,
    factsIntervalMs,
    retryPolicy: createRetryPolicy({ log, random }),
    onConnected,
  });

  function onConnected(): void {
    resolveConnected();
    upload.resume();
    if (firstSnapshotWithinMs === null) return;
    snapshots ??= runSnapshotLoop({
      ...shared,
      settings: () => registration.settings!,
      firstWithinMs: firstSnapshotWithinMs,
      limit: parts.snapshotLimit ?? ((work) => work()),
      retryPolicy: quietRetryPolicy(),
    });
  }

  /** Never rejects. */
  async function answer(plan: SignedPlan): Promise<void> {
    try {
      const { planId, receipt } = await runPlan(plan, {
        ...parts,
        deniedTables: registration.settings?.denied_tables ?? [],
        signal: stopping.signal,
        onRefused: ({ planId, code, message }) =>
          log.warn({ plan_id: planId, code }, `A plan was refused: ${message}.`),
      });
      // Without a plan id there is no URL to send the refusal to.
      if (planId !== "") await upload.send({ planId, receipt }, uploadsAborted.signal);
    } catch (error) {
      log.error({ plan_id: claimedPlanId(plan), err: error }, "A plan failed.");
    }
  }

  /** Never rejects: a server that misses it waits for 90 s instead. */
  async function sayGoodbye(): Promise<void> {
    try {
      await brain.disconnect(agentId, AbortSignal.timeout(goodbyeMs));
    } catch (error) {
      log.debug({ err: error }, "The server was not informed that the agent stops.");
    }
  }

  return {
    connected,
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => uploadsAborted.abort(), finalUploadMs);
      await queue.clear();
      clearTimeout(timer);
      await Promise.all([polling, snapshots, upload.settled()]);
      if (registration.settings) await sayGoodbye();
      await brain.close();
    },
  };
}
