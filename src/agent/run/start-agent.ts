import type { SignedPlan } from "../../contract/plan.ts";
import type { Clock } from "../../core/clock.ts";
import type { Limit } from "../../core/limit.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import type { PlanCheck } from "../../plan/verify-plan.ts";
import type { AgentLog } from "../agent-log.ts";
import type { QueryEngine } from "../answerer.ts";
import type { BrainPort } from "../brain-port.ts";
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
  /** Who this is, and who may send plans here; see `verifyPlan`. */
  verify: Pick<PlanCheck, "agentId" | "publicKey" | "apiKeyHash">;
  agentKey: SigningKey;
  /** Read at registration, and now and then after it. */
  facts: () => Promise<AgentFacts> | AgentFacts;
  engine: QueryEngine;
  seen: SeenPlans;
  /** Null where an undelivered receipt is lost with its brain anyway: in the same process. */
  receipts: ReceiptStore | null;
  clock: Clock;
  sleep: Sleep;
  random: () => number;
  log: AgentLog;
  tuning?: Partial<AgentTuning>;
  /** For the snapshots of several agents in one process; one alone needs none. */
  snapshotLimit?: Limit;
}

export interface AgentTuning {
  /** Plans at work at the same time; more of them wait in line. */
  maxConcurrentPlans: number;
  /** The first snapshot goes out at a random moment within this time of connecting; null: none ever. */
  firstSnapshotWithinMs: number | null;
  /** How often facts are looked at again; null where they never change. */
  factsIntervalMs: number | null;
}

const defaultTuning: AgentTuning = {
  // The engine shares its threads fairly among them.
  maxConcurrentPlans: 16,
  firstSnapshotWithinMs: 15_000,
  factsIntervalMs: 5 * 60_000,
};
/** With this many plans waiting an agent doesn't ask for more. */
const maxWaitingPlans = 256;
/** For the receipts of plans that a stop broke off. */
const finalUploadMs = 1_000;

export interface RunningAgent {
  /** Resolves once the brain knows the agent; never, if that doesn't happen before it stops. */
  connected: Promise<void>;
  /** Breaks plans off, says so to the brain if it listens, and lets go of the connection to it. */
  stop(): Promise<void>;
}

/**
 * Connects a machine to its brain, for as long as it takes and again whenever it is lost: one
 * loop polls and is the heartbeat, another sends snapshots, and plans run beside them.
 */
export function startAgent(parts: AgentParts): RunningAgent {
  const { brain, verify, agentKey, log, random } = parts;
  const { maxConcurrentPlans: plansAtOnce, firstSnapshotWithinMs, factsIntervalMs: factsEveryMs } = { ...defaultTuning, ...parts.tuning };
  const { agentId } = verify;
  const stopping = new AbortController();
  const silenced = new AbortController();
  const setbacks = createRetryPolicy({ log, random });
  const quietSetbacks = () => createRetryPolicy({ log, random, quiet: true });
  const shared = { ...parts, agentId, stopping: stopping.signal };

  const registration = createRegistration({ ...shared, publicKey: agentKey.publicKey });
  const delivery = createResultUpload({ ...shared, retryPolicy: quietSetbacks() });
  const queue = createPlanQueue({ atOnce: plansAtOnce, mostWaiting: maxWaitingPlans, run: answer });
  let tellReady = () => {};
  const ready = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  let snapshots: Promise<void> | null = null;
  const polling = runPollLoop({ ...shared, registration, queue, factsIntervalMs: factsEveryMs, retryPolicy: setbacks, onConnected: greet });

  function greet(): void {
    tellReady();
    delivery.resume();
    if (firstSnapshotWithinMs === null) return;
    snapshots ??= runSnapshotLoop({
      ...shared,
      settings: () => registration.settings!,
      firstWithinMs: firstSnapshotWithinMs,
      limit: parts.snapshotLimit ?? ((work) => work()),
      retryPolicy: quietSetbacks(),
    });
  }

  /** Never rejects. */
  async function answer(plan: SignedPlan): Promise<void> {
    const planId = claimedPlanId(plan);
    try {
      const receipt = await runPlan(plan, {
        ...parts,
        engine: parts.engine,
        deniedTables: registration.settings?.denied_tables ?? [],
        signal: stopping.signal,
        onRefused: ({ code, message }) =>
          log.warn({ plan_id: planId, code }, `A plan was refused: ${message}.`),
      });
      // What says of no plan that it was refused has nowhere to go.
      if (planId !== "") await delivery.send({ planId, receipt }, silenced.signal);
    } catch (error) {
      log.error({ plan_id: planId, err: error }, "A plan could not be answered.");
    }
  }

  return {
    connected: ready,
    async stop() {
      stopping.abort();
      const patience = setTimeout(() => silenced.abort(), finalUploadMs);
      await queue.clear();
      clearTimeout(patience);
      await Promise.all([polling, snapshots, delivery.settled()]);
      await brain.close();
    },
  };
}
