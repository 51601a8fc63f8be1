import type { Reading } from "../../contract/reading.ts";
import { forEachLimit } from "../../core/limit.ts";
import type { AgentRecord, InvestigationRecord, PolicyRecord } from "../../store/records.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import { ownSources } from "../hosts/applicable-statements.ts";
import { askHost } from "../hosts/ask-host.ts";
import { whyUnanswered } from "../hosts/coverage.ts";
import type { HostQuestion } from "../hosts/host-question.ts";
import { effectsOf, type PolicyEffects } from "../hosts/tag-policies.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import { askConcurrency, askStalledMs, depthLimits } from "../model/limits.ts";
import { statementsOf } from "../plan/plan-statements.ts";
import type { BrainServices } from "../ports/services.ts";
import { count } from "../text/wording.ts";
import { findingsOf, type HostVerdicts, judge } from "./findings.ts";
import type { Publisher } from "./publish.ts";

/** A host's answer and what the detections make of it. */
export interface JudgedHost {
  answer: HostAnswer;
  verdicts: HostVerdicts;
  /** The second collection that its failures rest on, where there was one. */
  confirmation: HostAnswer | null;
}

/** What a run decided before it asked anybody. */
export interface RunPlan {
  reading: Reading;
  detections: DetectionDefinition[];
  /** Whom the scope and the question itself select. */
  agents: AgentRecord[];
  /** Whom the scope selects: a way may lead over hosts that the question doesn't name. */
  inScope: AgentRecord[];
  everyone: AgentRecord[];
  /** Of the account, as they were when the run began. */
  policies: PolicyRecord[];
  unknownHosts: string[];
}

export interface Collecting {
  services: BrainServices;
  publisher: Publisher;
  signal: AbortSignal;
}

/** Asks every host, a bounded number at a time; findings are published as they appear. */
export async function collect(
  record: InvestigationRecord,
  plan: RunPlan,
  collecting: Collecting,
): Promise<JudgedHost[]> {
  const { services, publisher } = collecting;
  const confidence = new Map(
    await Promise.all(
      plan.detections.map(
        async ({ id }) =>
          [id, (await services.catalogue.calibration(record.account_id, id)).confidence] as const,
      ),
    ),
  );
  const hosts: JudgedHost[] = [];
  const far = { total: plan.agents.length, asked: 0, answered: 0, failed: 0, timedOut: 0 };
  const turns = { concurrency: askConcurrency, stalledMs: askStalledMs };
  await forEachLimit(plan.agents, turns, async (agent) => {
    far.asked++;
    publisher.progress(describe(far));
    const effects = effectsOf(plan.policies, agent.tags);
    const host = await judgedHost({ agent, effects }, record, plan, collecting);
    const gap = whyUnanswered(host.answer);
    far[gap ? (gap.reason === "timed_out" ? "timedOut" : "failed") : "answered"]++;
    const { answer, verdicts, confirmation } = host;
    const { criticality } = effects;
    const terms = { confidence, criticality, nowMs: services.clock.now() };
    publisher.add(
      findingsOf(confirmation ?? answer, verdicts, terms),
      [answer.receipt, confirmation?.receipt].filter((receipt) => receipt != null),
    );
    // The receipts are the publisher's to keep: in memory a fleet's would only take room.
    hosts.push({ answer: { ...answer, receipt: null }, verdicts, confirmation: null });
    publisher.progress(describe(far));
  });
  return hosts;
}

async function judgedHost(
  { agent, effects }: { agent: AgentRecord; effects: PolicyEffects },
  record: InvestigationRecord,
  { reading, detections }: RunPlan,
  { services, publisher, signal }: Collecting,
): Promise<JudgedHost> {
  const limits = depthLimits[record.depth];
  const everything = statementsOf({ reading, detections, depth: record.depth }, agent.os);
  const question: HostQuestion = {
    investigationId: record.id,
    mode: record.mode,
    statements: await ownSources(everything, agent, services.evaluator),
    deniedBy: effects.deniedBy,
    snapshotFreshMs: limits.snapshotFreshMs,
    timeoutMs: limits.planTimeoutMs,
    signal,
  };
  const answer = await askHost(agent, question, services);
  const verdicts = judge(answer, detections);
  const failed = detections.filter((definition) => verdicts.get(definition)?.type === "fail");
  if (!limits.confirm || record.mode === "cached" || failed.length === 0)
    return { answer, verdicts, confirmation: null };
  publisher.progress({ phase: "confirming", message: `Confirming on ${agent.hostname}` });
  return confirmed({ answer, verdicts, confirmation: null }, failed, question, services);
}

/** Judges failed detections a second time from a fresh collection; the second verdict counts. */
async function confirmed(
  first: JudgedHost,
  failed: DetectionDefinition[],
  question: HostQuestion,
  services: BrainServices,
): Promise<JudgedHost> {
  const ids = new Set(failed.map(({ id }) => id));
  const statements = question.statements.filter(({ id }) => ids.has(id.split("/")[0] ?? ""));
  const second = await askHost(
    first.answer.agent,
    { ...question, mode: "live", statements },
    services,
  );
  return {
    ...first,
    verdicts: new Map([...first.verdicts, ...judge(second, failed)]),
    confirmation: second,
  };
}

function describe({
  total,
  asked,
  answered,
  failed,
  timedOut,
}: {
  total: number;
  asked: number;
  answered: number;
  failed: number;
  timedOut: number;
}) {
  const done = answered + failed + timedOut;
  return {
    phase: "collecting" as const,
    percent: Math.round(5 + (85 * done) / total),
    agents: { targeted: total, answered, failed, timed_out: timedOut },
    plans: { total, dispatched: asked, completed: answered, failed: failed + timedOut },
    message: `${answered} of ${count(total, "host")} answered`,
  };
}
