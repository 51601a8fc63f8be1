import type { Plan, SignedResult } from "../../../contract/plan.ts";
import type { Clock } from "../../../core/clock.ts";
import type { UploadReader } from "../../uploads/read-uploads.ts";
import { AgentQueue, type PendingPlan, type PlanOffer, type PlanOutcome } from "./agent-queue.ts";
import { createEndedPlans, type ReceiptOutcome } from "./ended-plans.ts";
import { agentRestarted, serverStopping, timeoutOutcome } from "./outcomes.ts";

/** Delivers plans to polling agents and matches the receipts they send back. */
export interface PlanExchange {
  offer(offer: PlanOffer): Promise<PlanOutcome>;
  /** Resolves with an agent's plans as soon as there are any; empty when `signal` aborts or on `interrupt`. */
  poll(agent: string, signal: AbortSignal): Promise<Plan[]>;
  /** Queues plans again whose poll broke off before its response was sent. */
  requeue(agent: string, planIds: string[]): void;
  /** Verifies a receipt and resolves the offer that waits for it. */
  accept(agent: string, planId: string, receipt: unknown): Promise<ReceiptOutcome>;
  isPolling(agent: string): boolean;
  /** Ends the agent's open polls, without plans. */
  interrupt(agent: string): void;
  /** The agent's connection broke off: its plans fail unless it reconnects in time. */
  disconnected(agent: string): void;
  /** The agent process restarted and lost the plans it had fetched. */
  restarted(agent: string): void;
  stop(): void;
}

/** For a single server: plans and polls live only in its memory. */
export function createPlanExchange(
  clock: Clock,
  { verifyResult }: Pick<UploadReader, "verifyResult">,
): PlanExchange {
  const queues = new Map<string, AgentQueue>();
  const ended = createEndedPlans(clock);

  function queueOf(agent: string): AgentQueue {
    const queue = queues.get(agent) ?? new AgentQueue();
    queues.set(agent, queue);
    return queue;
  }

  function removeIfUnused(agent: string, queue: AgentQueue): void {
    if (!queue.isUnused) return;
    queue.stopReconnectTimer();
    queues.delete(agent);
  }

  function offer(offered: PlanOffer): Promise<PlanOutcome> {
    const { agent, plan, signal, reconnectMs } = offered;
    const queue = queueOf(agent);
    return new Promise((resolve) => {
      const settle = (outcome: PlanOutcome) => {
        signal.removeEventListener("abort", onAbort);
        queue.pending.delete(plan.plan_id);
        ended.add(plan.plan_id, { agent, answered: outcome.ok });
        resolve(outcome);
        removeIfUnused(agent, queue);
      };
      const pending: PendingPlan = { offer: offered, state: "waiting", settle };
      const onAbort = () => settle(timeoutOutcome(pending.state));
      queue.pending.set(plan.plan_id, pending);
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      queue.dispatch();
      if (pending.state === "waiting") queue.waitForReconnect(reconnectMs);
    });
  }

  function poll(agent: string, signal: AbortSignal): Promise<Plan[]> {
    const queue = queueOf(agent);
    queue.stopReconnectTimer();
    return new Promise((resolve) => {
      const end = (plans: Plan[]) => {
        signal.removeEventListener("abort", onAbort);
        resolve(plans);
        removeIfUnused(agent, queue);
      };
      const onAbort = () => {
        queue.removePoll(end);
        end([]);
      };
      if (signal.aborted) return end([]);
      signal.addEventListener("abort", onAbort, { once: true });
      queue.addPoll(end);
      queue.dispatch();
    });
  }

  async function accept(agent: string, planId: string, receipt: unknown): Promise<ReceiptOutcome> {
    const pending = queues.get(agent)?.pending.get(planId);
    if (!pending) return ended.accept(agent, planId);
    const { publicKey, plan } = pending.offer;
    const terms = { publicKey, planId, agentId: plan.agent_id, statements: plan.statements };
    const verdict = await verifyResult(receipt, terms);
    // The plan may have ended meanwhile: it timed out, or the same receipt arrived twice.
    if (queues.get(agent)?.pending.get(planId) !== pending) return ended.accept(agent, planId);
    if (!verdict.ok) {
      pending.settle({ ok: false, reason: "error", detail: verdict.message });
      return { ok: false, reason: "not_verified", message: verdict.message };
    }
    pending.settle({ ok: true, result: verdict.result, signed: receipt as SignedResult });
    return { ok: true, status: "accepted" };
  }

  return {
    offer,
    poll,
    accept,
    requeue(agent, planIds) {
      const queue = queues.get(agent);
      for (const id of planIds) {
        const pending = queue?.pending.get(id);
        if (pending) pending.state = "waiting";
      }
      queue?.dispatch();
    },
    isPolling: (agent) => queues.get(agent)?.isPolling ?? false,
    interrupt: (agent) => queues.get(agent)?.endPolls(),
    disconnected(agent) {
      const queue = queues.get(agent);
      const reconnectMs = [...(queue?.pending.values() ?? [])].map(
        (plan) => plan.offer.reconnectMs,
      );
      if (reconnectMs.length > 0) queue?.waitForReconnect(Math.max(...reconnectMs));
    },
    restarted(agent) {
      queues.get(agent)?.settleAll(agentRestarted, "fetched");
    },
    stop() {
      for (const queue of [...queues.values()]) {
        queue.stopReconnectTimer();
        queue.endPolls();
        queue.settleAll(serverStopping);
      }
    },
  };
}
