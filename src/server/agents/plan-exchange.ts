import type { ResultReceived } from "../../contract/agent.ts";
import type { Plan, PlanResult, SignedResult } from "../../contract/plan.ts";
import type { GapReason } from "../../contract/summary.ts";
import type { Clock } from "../../core/clock.ts";
import { verifyResult } from "../../plan/verify-result.ts";

/** How an offered plan ended. */
export type PlanOutcome =
  | { ok: true; result: PlanResult; signed: SignedResult }
  | { ok: false; reason: GapReason; detail: string };

export interface PlanOffer {
  /** Id of the agent's record. */
  agent: string;
  plan: Plan;
  /** The agent's, raw: the receipt must be signed with it. */
  publicKey: Uint8Array;
  /** How long an agent that isn't polling may take to come back for it, ms. */
  comeBackMs: number;
  /** Aborts when the plan's time is up or its run was stopped. */
  signal: AbortSignal;
}

export type Delivery =
  | { ok: true; status: ResultReceived["status"] }
  /** Not this agent's plan, or one that never was. */
  | { ok: false; reason: "unknown_plan" }
  | { ok: false; reason: "not_verified"; message: string };

/** Plans on their way to agents and receipts on their way back; all of it in memory. */
export interface PlanExchange {
  offer(offer: PlanOffer): Promise<PlanOutcome>;
  /** Plans for an agent, as soon as there are any; empty when `signal` aborts or somebody interrupts. */
  poll(agent: string, signal: AbortSignal): Promise<Plan[]>;
  /** Plans that were handed to a poll that broke off before its answer left. */
  takeBack(agent: string, planIds: string[]): void;
  deliver(agent: string, planId: string, receipt: unknown): Delivery;
  isPolling(agent: string): boolean;
  /** Ends the open polls of an agent without plans. */
  interrupt(agent: string): void;
  /** The agent's connection broke off: its plans are unanswered unless it comes back in time. */
  lost(agent: string): void;
  /** The agent started anew and knows nothing of what it had fetched. */
  restarted(agent: string): void;
  stop(): void;
}

interface Pending {
  offer: PlanOffer;
  state: "waiting" | "fetched";
  settle(outcome: PlanOutcome): void;
}

/** One agent's side of the exchange. */
interface Desk {
  /** The newest last: it is served first, for an older one may be of a connection that is dead. */
  polls: ((plans: Plan[]) => void)[];
  pending: Map<string, Pending>;
  /** Runs while an agent with plans is away. */
  awayTimer: NodeJS.Timeout | null;
}

/** How long an answered plan is remembered, so that its receipt may arrive twice. */
const answeredForMs = 10 * 60_000;
const answeredAtMost = 100_000;

export function createPlanExchange(clock: Clock): PlanExchange {
  const desks = new Map<string, Desk>();
  const ended = createEndedPlans(clock);

  function deskOf(agent: string): Desk {
    let desk = desks.get(agent);
    if (!desk) {
      desk = { polls: [], pending: new Map(), awayTimer: null };
      desks.set(agent, desk);
    }
    return desk;
  }

  function closeIfUnused(agent: string, desk: Desk): void {
    if (desk.polls.length > 0 || desk.pending.size > 0) return;
    stopWaiting(desk);
    desks.delete(agent);
  }

  function serve(desk: Desk): void {
    const waiting = [...desk.pending.values()].filter(({ state }) => state === "waiting");
    const poll = waiting.length > 0 ? desk.polls.pop() : undefined;
    if (!poll) return;
    for (const plan of waiting) plan.state = "fetched";
    poll(waiting.map(({ offer }) => offer.plan));
  }

  /** Gives an agent that is away its time to come back; then its plans are unanswered. */
  function waitForReturn(desk: Desk, ms: number): void {
    if (desk.awayTimer || desk.polls.length > 0) return;
    desk.awayTimer = setTimeout(() => {
      desk.awayTimer = null;
      for (const { settle } of [...desk.pending.values()])
        settle({ ok: false, reason: "offline", detail: "its connection was lost" });
    }, ms);
    desk.awayTimer.unref();
  }

  return {
    offer(offer) {
      const { agent, plan, signal } = offer;
      const desk = deskOf(agent);
      return new Promise((resolve) => {
        const settle = (outcome: PlanOutcome) => {
          signal.removeEventListener("abort", giveUp);
          desk.pending.delete(plan.plan_id);
          ended.add(plan.plan_id, { agent, answered: outcome.ok });
          resolve(outcome);
          closeIfUnused(agent, desk);
        };
        const pending: Pending = { offer, state: "waiting", settle };
        const giveUp = () => settle(notInTime(pending.state));
        desk.pending.set(plan.plan_id, pending);
        if (signal.aborted) return giveUp();
        signal.addEventListener("abort", giveUp, { once: true });
        serve(desk);
        if (pending.state === "waiting") waitForReturn(desk, offer.comeBackMs);
      });
    },
    poll(agent, signal) {
      const desk = deskOf(agent);
      stopWaiting(desk);
      return new Promise((resolve) => {
        const end = (plans: Plan[]) => {
          signal.removeEventListener("abort", giveUp);
          resolve(plans);
          closeIfUnused(agent, desk);
        };
        const giveUp = () => {
          desk.polls = desk.polls.filter((poll) => poll !== end);
          end([]);
        };
        if (signal.aborted) return end([]);
        signal.addEventListener("abort", giveUp, { once: true });
        desk.polls.push(end);
        serve(desk);
      });
    },
    takeBack(agent, planIds) {
      const desk = desks.get(agent);
      if (!desk) return;
      for (const id of planIds) {
        const pending = desk.pending.get(id);
        if (pending) pending.state = "waiting";
      }
      serve(desk);
    },
    deliver(agent, planId, receipt) {
      const pending = desks.get(agent)?.pending.get(planId);
      if (!pending) return ended.deliver(agent, planId);
      const { publicKey, plan } = pending.offer;
      const verdict = verifyResult(receipt, { publicKey, planId, agentId: plan.agent_id });
      if (!verdict.ok) {
        pending.settle({ ok: false, reason: "error", detail: verdict.message });
        return { ok: false, reason: "not_verified", message: verdict.message };
      }
      pending.settle({ ok: true, result: verdict.result, signed: receipt as SignedResult });
      return { ok: true, status: "accepted" };
    },
    isPolling: (agent) => (desks.get(agent)?.polls.length ?? 0) > 0,
    interrupt(agent) {
      for (const poll of desks.get(agent)?.polls.splice(0) ?? []) poll([]);
    },
    lost(agent) {
      const desk = desks.get(agent);
      if (!desk) return;
      const patience = [...desk.pending.values()].map(({ offer }) => offer.comeBackMs);
      if (patience.length > 0) waitForReturn(desk, Math.max(...patience));
    },
    restarted(agent) {
      for (const { state, settle } of [...(desks.get(agent)?.pending.values() ?? [])])
        if (state === "fetched")
          settle({ ok: false, reason: "error", detail: "it was restarted before it answered" });
    },
    stop() {
      for (const desk of [...desks.values()]) {
        stopWaiting(desk);
        for (const poll of desk.polls.splice(0)) poll([]);
        for (const { settle } of [...desk.pending.values()])
          settle({ ok: false, reason: "offline", detail: "the server is stopping" });
      }
    },
  };
}

function stopWaiting(desk: Desk): void {
  if (desk.awayTimer) clearTimeout(desk.awayTimer);
  desk.awayTimer = null;
}

function notInTime(state: Pending["state"]): PlanOutcome {
  return state === "waiting"
    ? { ok: false, reason: "offline", detail: "it did not come for its plan" }
    : { ok: false, reason: "timed_out", detail: "it did not answer in time" };
}

/** The plans that ended lately: their receipts may still, or again, arrive. */
function createEndedPlans(clock: Clock) {
  const plans = new Map<string, { agent: string; answered: boolean; untilMs: number }>();
  return {
    add(planId: string, { agent, answered }: { agent: string; answered: boolean }): void {
      const nowMs = clock.now();
      // Oldest first, so the sweep ends at the first that is still young.
      for (const [id, { untilMs }] of plans) {
        if (untilMs > nowMs && plans.size < answeredAtMost) break;
        plans.delete(id);
      }
      plans.set(planId, { agent, answered, untilMs: nowMs + answeredForMs });
    },
    deliver(agent: string, planId: string): Delivery {
      const plan = plans.get(planId);
      if (plan?.agent !== agent) return { ok: false, reason: "unknown_plan" };
      return { ok: true, status: plan.answered ? "duplicate" : "late" };
    },
  };
}
