import type { PlanResult, SignedResult } from "../../contract/plan.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { signResult } from "../../plan/sign-result.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import { type PlanCheck, type PlanVerdict, verifyPlan } from "../../plan/verify-plan.ts";
import type { Answerer } from "../answerer.ts";
import type { SeenPlans } from "../seen-plans.ts";
import { claimedPlanId } from "./claimed-plan-id.ts";
import { workingTimeMs } from "./working-time.ts";

export interface PlanRunner {
  /** Who may send plans here; see `verifyPlan`. */
  verify: Pick<PlanCheck, "agentId" | "publicKey" | "apiKeyHash">;
  engine: Pick<Answerer, "run">;
  agentKey: SigningKey;
  clock: Clock;
  seen: SeenPlans;
  /** Tables that policies deny on this host. */
  deniedTables?: string[];
  /** Breaks the plan off before its own time is up. */
  signal: AbortSignal;
  /** Hears why a plan is not run, which the receipt tells too. */
  onRefused?: (refusal: { code: string; message: string }) => void;
}

/** Checks a plan, runs it once, and answers with a signed receipt; a refusal is a receipt too. */
export async function runPlan(signed: unknown, runner: PlanRunner): Promise<SignedResult> {
  const { verify, engine, agentKey, clock, seen, deniedTables = [], signal } = runner;
  const now = clock.now();
  const verdict = remember(verifyPlan(signed, { ...verify, now, seen }), { seen, now });
  const head = { agent_id: verify.agentId, started_at: isoTime(now) };
  if (!verdict.ok) {
    const { code, message, planId } = verdict;
    runner.onRefused?.({ code, message });
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
  const deadline = startDeadline(signal, workingTimeMs(plan, now));
  const options = { deniedTables, signal: deadline.signal };
  const results = await engine.run(plan.statements, options).finally(deadline.clear);
  const finished_at = isoTime(clock.now());
  return signResult(
    { ...head, plan_id: plan.plan_id, finished_at, refused: null, results },
    agentKey,
  );
}

/** Writes down that a plan is run, before the first wait: the same one arriving twice at once runs once. */
function remember(
  verdict: PlanVerdict,
  { seen, now }: { seen: SeenPlans; now: number },
): PlanVerdict {
  if (!verdict.ok) return verdict;
  const { plan_id, expires_at } = verdict.plan;
  try {
    seen.add(plan_id, { expiresMs: Date.parse(expires_at), now });
    return verdict;
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? "unknown";
    const message = `the agent can't write down that it ran the plan (${why}), so it could be run twice`;
    return { ok: false, code: "not_remembered", message, planId: plan_id };
  }
}
