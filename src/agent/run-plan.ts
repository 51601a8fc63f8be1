import type { PlanResult, SignedResult } from "../contract/plan.ts";
import { type Clock, isoTime } from "../core/clock.ts";
import type { Engine, RunOptions } from "./engine/types.ts";
import { claimedPlanId } from "./plan/claimed-plan-id.ts";
import type { SeenPlans } from "./plan/seen-plans.ts";
import { signResult } from "./plan/sign-result.ts";
import type { SigningKey } from "./plan/signing-key.ts";
import { type PlanCheck, verifyPlan } from "./plan/verify-plan.ts";

export interface PlanRunner {
  /** Who may send plans here; see `verifyPlan`. */
  verify: Pick<PlanCheck, "agentId" | "publicKey" | "apiKeyHash">;
  engine: Pick<Engine, "run">;
  agentKey: SigningKey;
  clock: Clock;
  seen: SeenPlans;
  /** Tables that policies deny on this host. */
  deniedTables?: string[];
  /** Answers from these rows: a simulated host. */
  rows?: RunOptions["rows"];
  /** Breaks the plan off when nobody waits for its receipt any more. */
  signal?: AbortSignal;
}

/** Checks a plan, runs it once, and answers with a signed receipt; a refusal is a receipt too. */
export async function runPlan(signed: unknown, runner: PlanRunner): Promise<SignedResult> {
  const { verify, engine, agentKey, clock, seen, deniedTables = [], rows, signal } = runner;
  const now = clock.now();
  const verdict = verifyPlan(signed, { ...verify, now, seen });
  const head = { agent_id: verify.agentId, started_at: isoTime(now) };
  if (!verdict.ok) {
    const { code, message, planId } = verdict;
    const result: PlanResult = {
      ...head,
      plan_id: planId ?? claimedPlanId(signed),
      finished_at: isoTime(now),
      refused: { code, message },
      results: [],
    };
    return signResult(result, agentKey);
  }
  const { plan } = verdict;
  // Before the first wait: the same plan arriving twice at once runs once.
  seen.add(plan.plan_id, { expiresMs: Date.parse(plan.expires_at), now });
  const results = await engine.run(plan.statements, {
    deniedTables,
    ...(rows ? { rows } : {}),
    ...(signal ? { signal } : {}),
  });
  const finished_at = isoTime(clock.now());
  return signResult(
    { ...head, plan_id: plan.plan_id, finished_at, refused: null, results },
    agentKey,
  );
}
