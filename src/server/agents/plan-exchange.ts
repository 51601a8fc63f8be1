import type { Plan, PlanResult, SignedResult } from "../../contract/plan.ts";
import type { GapReason } from "../../contract/summary.ts";
import type { Clock } from "../../core/clock.ts";
import { verifyResult } from "../../plan/verify-result.ts";
import { createEndedPlans, type ReceiptOutcome } from "./ended-plans.ts";

/** How an offered plan ended. */
export type PlanOutcome =
  | { ok: true; result: PlanResult; signed: SignedResult }
  | { ok: false; reason: GapReason; detail: string };

export interface PlanOffer {
  /** Id of the agent's record. */
  agent: string;
  plan: Plan;
  /** The agent's raw public key; its receipt must be signed with it. */
  publicKey: Uint8Array;
  /** How long to wait for an agent that isn't polling to reconnect. */
  reconnectMs: number;
  /** Aborts when the plan times out or its run is stopped. */
  signal: AbortSignal;
}

/** Delivers plans to polling agents and matches the receipts they send back. Lives only in memory. */
export interface PlanExchange {
  offer(offer: PlanOffer): Promise<PlanOutcome>;
  /** Resolves with an agent's plans as soon as there are any; empty when `signal` aborts or on `interrupt`. */
  poll(agent: string, signal: AbortSignal): Promise<Plan[]>;
  /** Queues plans again whose poll broke off before its response was sent. */
  requeue(agent: string, planIds: string[]): void;
  /** Verifies a receipt and resolves the offer that waits for it. */
  accept(agent: string, planId: string, receipt: unknown): ReceiptOutcome;
  isPolling(agent: string): boolean;
  /** Ends the agent's open polls, without plans. */
  interrupt(agent: string): void;
  /** The agent's connection broke off: its plans fail unless it reconnects in time. */
  disconnected(agent: string): void;
  /** The agent process restarted and lost the plans it had fetched. */
  restarted(agent: string): void;
  stop(): void;
}

interface Pending {
  offer: PlanOffer;
  state: "waiting" | "fetched";
  settle(outcome: PlanOutcome): void;
}

/** The open polls and pending plans of one agent. */
interface AgentQueue {
  /** Newest last, served first: an older one may belong to a dead connection. */
  polls: ((plans: Plan[]) => void)[];
  pending: Map<string, Pending>;
  /** Runs while an agent with pending plans is disconnected. */
  reconnectTimer: NodeJS.Timeout | null;
}

export function createPlanExchange(clock: Clock): PlanExchange {
  const queues = new Map<string, AgentQueue>();
  const ended = createEndedPlans(clock);

  function queueOf(agent: string): AgentQueue {
    let queue = queues.get(agent);
    if (!queue) {
      queue = { polls: [], pending: new Map(), reconnectTimer: null };
      queues.set(agent, queue);
    }
    return queue;
  }

  function removeIfUnused(agent: string, queue: AgentQueue): void {
    if (queue.polls.length > 0 || queue.pending.size > 0) return;
    stopReconnectTimer(queue);
    queues.delete(agent);
  }

  function dispatch(queue: AgentQueue): void {
    const waiting = [...queue.pending.values()].filter(({ state }) => state === "waiting");
    const poll = waiting.length > 0 ? queue.polls.pop() : undefined;
    if (!poll) return;
    for (const plan of waiting) plan.state = "fetched";
    poll(waiting.map(({ offer }) => offer.plan));
  }

  /** Fails a disconnected agent's plans unless it polls again within `ms`. */
  function waitForReconnect(queue: AgentQueue, ms: number): void {
    if (queue.reconnectTimer || queue.polls.length > 0) return;
    queue.reconnectTimer = setTimeout(() => {
      queue.reconnectTimer = null;
      for (const { settle } of [...queue.pending.values()])
        settle({ ok: false, reason: "offline", detail: "the agent's connection was lost" });
    }, ms);
    queue.reconnectTimer.unref();
  }

  return {
    offer(offer) {
      const { agent, plan, signal } = offer;
      const queue = queueOf(agent);
      return new Promise((resolve) => {
        const settle = (outcome: PlanOutcome) => {
          signal.removeEventListener("abort", onAbort);
          queue.pending.delete(plan.plan_id);
          ended.add(plan.plan_id, { agent, answered: outcome.ok });
          resolve(outcome);
          removeIfUnused(agent, queue);
        };
        const pending: Pending = { offer, state: "waiting", settle };
        const onAbort = () => settle(timeoutOutcome(pending.state));
        queue.pending.set(plan.plan_id, pending);
        if (signal.aborted) return onAbort();
        signal.addEventListener("abort", onAbort, { once: true });
        dispatch(queue);
        if (pending.state === "waiting") waitForReconnect(queue, offer.reconnectMs);
      });
    },
    poll(agent, signal) {
      const queue = queueOf(agent);
      stopReconnectTimer(queue);
      return new Promise((resolve) => {
        const end = (plans: Plan[]) => {
          signal.removeEventListener("abort", onAbort);
          resolve(plans);
          removeIfUnused(agent, queue);
        };
        const onAbort = () => {
          queue.polls = queue.polls.filter((poll) => poll !== end);
          end([]);
        };
        if (signal.aborted) return end([]);
        signal.addEventListener("abort", onAbort, { once: true });
        queue.polls.push(end);
        dispatch(queue);
      });
    },
    requeue(agent, planIds) {
      const queue = queues.get(agent);
      if (!queue) return;
      for (const id of planIds) {
        const pending = queue.pending.get(id);
        if (pending) pending.state = "waiting";
      }
      dispatch(queue);
    },
    accept(agent, planId, receipt) {
      const pending = queues.get(agent)?.pending.get(planId);
      if (!pending) return ended.accept(agent, planId);
      const { publicKey, plan } = pending.offer;
      const verdict = verifyResult(receipt, { publicKey, planId, agentId: plan.agent_id });
      if (!verdict.ok) {
        pending.settle({ ok: false, reason: "error", detail: verdict.message });
        return { ok: false, reason: "not_verified", message: verdict.message };
      }
      pending.settle({ ok: true, result: verdict.result, signed: receipt as SignedResult });
      return { ok: true, status: "accepted" };
    },
    isPolling: (agent) => (queues.get(agent)?.polls.length ?? 0) > 0,
    interrupt(agent) {
      for (const poll of queues.get(agent)?.polls.splice(0) ?? []) poll([]);
    },
    disconnected(agent) {
      const queue = queues.get(agent);
      if (!queue) return;
      const reconnectMs = [...queue.pending.values()].map(({ offer }) => offer.reconnectMs);
      if (reconnectMs.length > 0) waitForReconnect(queue, Math.max(...reconnectMs));
    },
    restarted(agent) {
      for (const { state, settle } of [...(queues.get(agent)?.pending.values() ?? [])])
        if (state === "fetched")
          settle({ ok: false, reason: "error", detail: "the agent restarted before it answered" });
    },
    stop() {
      for (const queue of [...queues.values()]) {
        stopReconnectTimer(queue);
        for (const poll of queue.polls.splice(0)) poll([]);
        for (const { settle } of [...queue.pending.values()])
          settle({ ok: false, reason: "offline", detail: "the server is stopping" });
      }
    },
  };
}

function stopReconnectTimer(queue: AgentQueue): void {
  if (queue.reconnectTimer) clearTimeout(queue.reconnectTimer);
  queue.reconnectTimer = null;
}

function timeoutOutcome(state: Pending["state"]): PlanOutcome {
  return state === "waiting"
    ? { ok: false, reason: "offline", detail: "the agent did not fetch the plan" }
    : { ok: false, reason: "timed_out", detail: "the agent did not answer in time" };
}
