import type { PlanResult, SignedResult } from "../../contract/plan.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { signResult } from "../../plan/sign-result.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import { type PlanCheck, type PlanVerdict, verifyPlan } from "../../plan/verify-plan.ts";
import type { QueryEngine } from "../query-engine.ts";
import type { SeenPlans } from "../seen-plans.ts";
import { claimedPlanId } from "./claimed-plan-id.ts";
import { workingTimeMs } from "./working-time.ts";

export interface PlanRunner {
  /** This agent's id, and the keys that verify its plans; see `verifyPlan`. */
  verify: Pick<PlanCheck, "agentId" | "publicKey" | "apiKeyHash">;
  engine: Pick<QueryEngine, "run">;
  agentKey: SigningKey;
  clock: Clock;
  seen: SeenPlans;
  /** Tables that tag policies deny on this host. */
  deniedTables?: string[];
  /** Aborts the plan before its deadline. */
  signal: AbortSignal;
  /** Called with the reason when a plan is refused; the receipt has it too. */
  onRefused?: (refusal: { planId: string; code: string; message: string }) => void;
}

/** A plan's receipt. The id is "" if the plan was refused and has none. */
export interface PlanRun {
  planId: string;
  receipt: SignedResult;
}

/** Verifies a plan, runs it once and resolves to a signed receipt; a refusal is a receipt too. */
export async function runPlan(signed: unknown, runner: PlanRunner): Promise<PlanRun> {
  const { verify, engine, agentKey, clock, seen, deniedTables = [], signal } = runner;
  const now = clock.now();
  const verdict = markAsRun(verifyPlan(signed, { ...verify, now, seen }), { seen, now });
  const head = { agent_id: verify.agentId, started_at: isoTime(now) };
  if (!verdict.ok) {
    const { code, message } = verdict;
    const planId = verdict.planId ?? claimedPlanId(signed);
    runner.onRefused?.({ planId, code, message });
    const result: PlanResult = {
      ...head,
      plan_id: planId,
      finished_at: isoTime(now),
      refused: { code, message },
      results: [],
    };
    return { planId, receipt: signResult(result, agentKey) };
  }
  const { plan } = verdict;
  const planId = plan.plan_id;
  const deadline = startDeadline(signal, workingTimeMs(plan, now));
  const options = { deniedTables, signal: deadline.signal };
  const results = await engine.run(plan.statements, options).finally(deadline.clear);
  const finished_at = isoTime(clock.now());
  const result = { ...head, plan_id: planId, finished_at, refused: null, results };
  return { planId, receipt: signResult(result, agentKey) };
}

/** Records the plan as run before the first `await`: a plan that arrives twice at once runs once. */
function markAsRun(
  verdict: PlanVerdict,
  { seen, now }: { seen: SeenPlans; now: number },
): PlanVerdict {
  if (!verdict.ok) return verdict;
  const { plan_id, expires_at } = verdict.plan;
  try {
    seen.add(plan_id, { expiresMs: Date.parse(expires_at), now });
    return verdict;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    const message = `the agent can't record that it ran the plan (${reason}), so the plan could run twice`;
    return { ok: false, code: "not_remembered", message, planId: plan_id };
  }
}
