import type { GiveUp, PlanEnd, SharedPlans } from "../../../store/port/shared-state.ts";
import type { UploadReader } from "../../uploads/read-uploads.ts";
import type { PendingPlan, PlanOffer, PlanOutcome } from "./agent-queue.ts";
import { connectionLost, serverStopping, timeoutOutcome } from "./outcomes.ts";

interface AskedPlan extends PendingPlan {
  /** Runs while the plan's agent is disconnected. */
  reconnectTimer: NodeJS.Timeout | null;
  /** While its outcome is read, which must happen once: reading removes it. */
  collecting: Promise<boolean> | null;
}

/** The plans that this server has offered, until they end. */
export interface AskedPlans {
  offer(offer: PlanOffer): Promise<PlanOutcome>;
  find(agent: string, planId: string): PendingPlan | undefined;
  fetched(planIds: string[]): void;
  disconnected(agents: string[]): void;
  /** Reads the outcomes of plans that other servers ended: of these, or of all. */
  collect(planIds?: string[]): void;
  stop(): void;
}

export function createAskedPlans(
  plans: SharedPlans,
  { verifyResult, onError }: Pick<UploadReader, "verifyResult"> & { onError(error: unknown): void },
): AskedPlans {
  const asked = new Map<string, AskedPlan>();

  function stopTimer(plan: AskedPlan): void {
    if (plan.reconnectTimer) clearTimeout(plan.reconnectTimer);
    plan.reconnectTimer = null;
  }

  function startTimer(plan: AskedPlan): void {
    plan.reconnectTimer ??= setTimeout(() => {
      plan.reconnectTimer = null;
      giveUp(plan, "without_agent", () => connectionLost);
    }, plan.offer.reconnectMs).unref();
  }

  /** If the plan has another end already, or its agent is back, the database says so. */
  function giveUp(
    plan: AskedPlan,
    which: GiveUp["which"],
    outcome: (state: PendingPlan["state"]) => PlanOutcome,
  ): void {
    const { plan_id: planId } = plan.offer.plan;
    plans.giveUp({ planId, which }).then(
      (given) => {
        if (given) plan.settle(outcome(given.wasFetched ? "fetched" : "waiting"));
        else void collect(plan).then((isEnded) => isEnded || notEnded(plan, which, outcome));
      },
      (error: unknown) => {
        onError(error);
        plan.settle(outcome(plan.state));
      },
    );
  }

  /** A plan that is lost with the database's memory can't be answered. */
  function notEnded(
    plan: AskedPlan,
    which: GiveUp["which"],
    outcome: (state: PendingPlan["state"]) => PlanOutcome,
  ): void {
    if (which === "pending") plan.settle(outcome(plan.state));
    else plan.state = "fetched";
  }

  function collect(plan: AskedPlan): Promise<boolean> {
    plan.collecting ??= readOutcome(plan).finally(() => {
      plan.collecting = null;
    });
    return plan.collecting;
  }

  /** Whether the plan had ended. */
  async function readOutcome(plan: AskedPlan): Promise<boolean> {
    try {
      const end = await plans.collect(plan.offer.plan.plan_id);
      if (end) plan.settle(await outcomeOf(plan.offer, end));
      return end !== undefined;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  async function outcomeOf({ plan, publicKey }: PlanOffer, end: PlanEnd): Promise<PlanOutcome> {
    if (!end.ok) return end;
    const { plan_id: planId, agent_id: agentId, statements } = plan;
    const verdict = await verifyResult(end.signed, { publicKey, planId, agentId, statements });
    return verdict.ok
      ? { ok: true, result: verdict.result, signed: end.signed }
      : { ok: false, reason: "error", detail: verdict.message };
  }

  function offer(offered: PlanOffer): Promise<PlanOutcome> {
    const { plan, signal } = offered;
    return new Promise((resolve) => {
      const onAbort = () => giveUp(one, "pending", timeoutOutcome);
      const settle = (outcome: PlanOutcome) => {
        signal.removeEventListener("abort", onAbort);
        stopTimer(one);
        if (asked.get(plan.plan_id) === one) asked.delete(plan.plan_id);
        resolve(outcome);
      };
      const one: AskedPlan = {
        offer: offered,
        state: "waiting",
        settle,
        reconnectTimer: null,
        collecting: null,
      };
      if (signal.aborted) return settle(timeoutOutcome("waiting"));
      asked.set(plan.plan_id, one);
      signal.addEventListener("abort", onAbort, { once: true });
      startTimer(one);
      plans.offer(offered).catch((error: unknown) => {
        onError(error);
        settle({ ok: false, reason: "error", detail: "the plan could not be stored" });
      });
    });
  }

  return {
    offer,
    find(agent, planId) {
      const plan = asked.get(planId);
      return plan?.offer.agent === agent ? plan : undefined;
    },
    fetched(planIds) {
      for (const id of planIds) {
        const plan = asked.get(id);
        if (!plan) continue;
        plan.state = "fetched";
        stopTimer(plan);
      }
    },
    disconnected(agents) {
      const lost = new Set(agents);
      for (const plan of asked.values()) if (lost.has(plan.offer.agent)) startTimer(plan);
    },
    collect(planIds = [...asked.keys()]) {
      for (const id of planIds) {
        const plan = asked.get(id);
        if (plan) void collect(plan);
      }
    },
    stop() {
      for (const [planId, plan] of asked) {
        plans.giveUp({ planId, which: "pending" }).catch(onError);
        plan.settle(serverStopping);
      }
    },
  };
}
