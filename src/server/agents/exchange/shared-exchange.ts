import type { Plan, SignedResult } from "../../../contract/plan.ts";
import type { KnownPlan, PlanEnd, SharedPlans } from "../../../store/port/shared-state.ts";
import type { UploadReader } from "../../uploads/read-uploads.ts";
import { createAskedPlans } from "./asked-plans.ts";
import type { ReceiptOutcome } from "./ended-plans.ts";
import { LocalPolls } from "./local-polls.ts";
import { agentRestarted } from "./outcomes.ts";
import type { PlanExchange } from "./plan-exchange.ts";

/** Finds what notifications that were lost would have said. */
const checkEveryMs = 5_000;

/**
 * For servers over one database: a plan may be offered by one, fetched from another and answered to
 * a third. This server holds the polls of its agents and the plans that it has offered.
 */
export function createSharedExchange(
  plans: SharedPlans,
  uploads: Pick<UploadReader, "verifyResult"> & { onError(error: unknown): void },
): PlanExchange {
  const { verifyResult, onError } = uploads;
  const polls = new LocalPolls();
  const asked = createAskedPlans(plans, uploads);

  /** Takes what waits for an agent; if its polls ended meanwhile, the plans wait again. */
  async function serve(agent: string): Promise<void> {
    const taken = await plans.take(agent);
    if (taken.length > 0 && !polls.serve(agent, taken))
      await plans.requeue(agent, taken.map(planIdOf));
  }

  function servePolling(agents: string[]): void {
    for (const agent of agents) if (polls.has(agent)) serve(agent).catch(onError);
  }

  function check(): void {
    asked.collect();
    if (polls.agents().length > 0) plans.awaitedAgents().then(servePolling, onError);
  }

  const stopWatching = plans.watch({
    offered: servePolling,
    fetched: asked.fetched,
    ended: (ids) => asked.collect(ids),
    disconnected(agents) {
      asked.disconnected(agents);
      // Agents that have another poll open are connected.
      servePolling(agents);
    },
    interrupted(agents) {
      for (const agent of agents) polls.end(agent);
    },
    missed: check,
  });
  const timer = setInterval(check, checkEveryMs);
  timer.unref();

  async function accept(agent: string, planId: string, receipt: unknown): Promise<ReceiptOutcome> {
    const own = asked.find(agent, planId);
    const known = own
      ? { isEnded: false as const, plan: own.offer.plan, publicKey: own.offer.publicKey }
      : await plans.find(agent, planId);
    if (!known || known.isEnded) return outcomeOfEnded(known);
    const { publicKey, plan } = known;
    const terms = { publicKey, planId, agentId: plan.agent_id, statements: plan.statements };
    const verdict = await verifyResult(receipt, terms);
    const end: PlanEnd = verdict.ok
      ? { ok: true, signed: receipt as SignedResult }
      : { ok: false, reason: "error", detail: verdict.message };
    // The plan may have ended meanwhile: it timed out, or the same receipt arrived twice.
    const isFirst = await plans.end(planId, { isAnswered: end.ok, outcome: own ? null : end });
    if (!isFirst) return outcomeOfEnded(await plans.find(agent, planId));
    if (!verdict.ok) {
      own?.settle({ ok: false, reason: "error", detail: verdict.message });
      return { ok: false, reason: "not_verified", message: verdict.message };
    }
    own?.settle({ ok: true, result: verdict.result, signed: receipt as SignedResult });
    return { ok: true, status: "accepted" };
  }

  return {
    offer: asked.offer,
    accept,
    poll(agent, signal) {
      const polled = polls.open(agent, signal);
      servePolling([agent]);
      return polled;
    },
    requeue: (agent, planIds) => void plans.requeue(agent, planIds).catch(onError),
    isPolling: (agent) => polls.has(agent),
    interrupt(agent) {
      polls.end(agent);
      plans.interrupt(agent).catch(onError);
    },
    disconnected(agent) {
      if (!polls.has(agent)) plans.disconnected(agent).catch(onError);
    },
    restarted: (agent) => void plans.restarted(agent, agentRestarted.detail).catch(onError),
    stop() {
      clearInterval(timer);
      stopWatching();
      for (const agent of polls.agents()) polls.end(agent);
      asked.stop();
    },
  };
}

function outcomeOfEnded(plan: KnownPlan | undefined): ReceiptOutcome {
  if (!plan?.isEnded) return { ok: false, reason: "unknown_plan" };
  return { ok: true, status: plan.isAnswered ? "duplicate" : "late" };
}

const planIdOf = ({ plan_id }: Plan) => plan_id;
