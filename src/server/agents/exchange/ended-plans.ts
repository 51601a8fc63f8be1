import type { ResultReceived } from "../../../contract/agent.ts";
import type { Clock } from "../../../core/clock.ts";

export type ReceiptOutcome =
  | { ok: true; status: ResultReceived["status"] }
  /** The plan is unknown, or another agent's. */
  | { ok: false; reason: "unknown_plan" }
  | { ok: false; reason: "not_verified"; message: string };

/** How long an ended plan is remembered, so that a late or repeated receipt is recognised. */
const rememberMs = 10 * 60_000;
const maxRemembered = 100_000;

/** Plans that ended recently; their receipts may still arrive, or arrive again. */
export function createEndedPlans(clock: Clock) {
  const plans = new Map<string, { agent: string; answered: boolean; untilMs: number }>();
  return {
    add(planId: string, { agent, answered }: { agent: string; answered: boolean }): void {
      const nowMs = clock.now();
      // Oldest first, so the sweep stops at the first plan that has not expired.
      for (const [id, { untilMs }] of plans) {
        if (untilMs > nowMs && plans.size < maxRemembered) break;
        plans.delete(id);
      }
      plans.set(planId, { agent, answered, untilMs: nowMs + rememberMs });
    },
    accept(agent: string, planId: string): ReceiptOutcome {
      const plan = plans.get(planId);
      if (plan?.agent !== agent) return { ok: false, reason: "unknown_plan" };
      return { ok: true, status: plan.answered ? "duplicate" : "late" };
    },
  };
}
