import type { Reading } from "../../contract/reading.ts";
import { forEachLimit } from "../../core/limit.ts";
import type {
  AcceptanceRecord,
  AgentRecord,
  InvestigationRecord,
  PolicyRecord,
} from "../../store/records.ts";
import { joinAdvisories } from "../advisories/join-advisories.ts";
import type { HostVerdicts } from "../detections/evaluate-host.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import { askHost } from "../hosts/ask-host.ts";
import { unansweredReason } from "../hosts/coverage.ts";
import type { HostQuestion } from "../hosts/host-question.ts";
import { effectsOf, type PolicyEffects } from "../hosts/tag-policies.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import { askConcurrency, askStalledMs, depthLimits } from "../model/limits.ts";
import { statementsOf } from "../plan/plan-statements.ts";
import type { BrainServices } from "../ports/services.ts";
import { createEdgeCollector, type EdgeCollector } from "../posture/collect-edges.ts";
import { count } from "../text/wording.ts";
import { evaluateDetections, findingsOf } from "./findings.ts";
import { createHostStatements, type HostStatements } from "./host-statements.ts";
import type { Publisher } from "./publish.ts";

/** A host's answer and the verdicts of the detections on it. */
export interface EvaluatedHost {
  answer: HostAnswer;
  verdicts: HostVerdicts;
  /** The second collection that confirmed its failures, if there was one. */
  confirmation: HostAnswer | null;
}

/** Everything a run decides before it asks the first host. */
export interface RunPlan {
  reading: Reading;
  detections: DetectionDefinition[];
  /** The agents that the scope and the question itself select. */
  agents: AgentRecord[];
  /** The agents that the scope selects: a path may cross hosts that the question doesn't name. */
  inScope: AgentRecord[];
  everyone: AgentRecord[];
  /** The account's policies when the run began. */
  policies: PolicyRecord[];
  /** The account's acceptances when the run began. */
  acceptances: AcceptanceRecord[];
  unknownHosts: string[];
}

export interface Collecting {
  services: BrainServices;
  publisher: Publisher;
  signal: AbortSignal;
}

/** Asks every host with bounded concurrency, and publishes findings as they appear. */
export async function collect(
  record: InvestigationRecord,
  plan: RunPlan,
  collecting: Collecting,
): Promise<EvaluatedHost[]> {
  const { services, publisher } = collecting;
  const confidence = new Map(
    await Promise.all(
      plan.detections.map(
        async ({ id }) =>
          [id, (await services.catalogue.calibration(record.account_id, id)).confidence] as const,
      ),
    ),
  );
  const edges = plan.reading.posture
    ? createEdgeCollector(record.account_id, { services, limits: depthLimits[record.depth] })
    : null;
  // Many packages would be listed of a whole fleet, to be compared with nothing.
  const skipsLists = plan.reading.posture && !services.advisories;
  const detections = skipsLists
    ? plan.detections.filter(({ advisories }) => !advisories)
    : plan.detections;
  const statementsFor = createHostStatements({
    candidatesFor: (os) =>
      statementsOf({ reading: plan.reading, detections, depth: record.depth }, os),
    edgesFor: (os) => edges?.statementsFor(os) ?? [],
    evaluator: services.evaluator,
  });
  const hosts: EvaluatedHost[] = [];
  const counts = { total: plan.agents.length, asked: 0, answered: 0, failed: 0, timedOut: 0 };
  const turns = { concurrency: askConcurrency, stalledMs: askStalledMs };
  await forEachLimit(plan.agents, turns, async (agent) => {
    counts.asked++;
    publisher.progress(progressOf(counts));
    const effects = effectsOf(plan.policies, agent.tags);
    const host = await evaluateOnHost(
      { agent, effects, edges, statementsFor },
      record,
      plan,
      collecting,
    );
    const gap = unansweredReason(host.answer);
    counts[gap ? (gap.reason === "timed_out" ? "timedOut" : "failed") : "answered"]++;
    const { answer, verdicts, confirmation } = host;
    const { criticality } = effects;
    const { clock, columnFormats: formats } = services;
    const { acceptances } = plan;
    const terms = { confidence, criticality, acceptances, nowMs: clock.now(), formats };
    publisher.add(
      findingsOf(confirmation ?? answer, verdicts, terms),
      [answer.receipt, confirmation?.receipt].filter((receipt) => receipt != null),
    );
    // The publisher stores the receipts: a whole fleet's would only fill memory.
    hosts.push({ answer: { ...answer, receipt: null }, verdicts, confirmation: null });
    publisher.progress(progressOf(counts));
  });
  return hosts;
}

async function evaluateOnHost(
  {
    agent,
    effects,
    edges,
    statementsFor,
  }: {
    agent: AgentRecord;
    effects: PolicyEffects;
    edges: EdgeCollector | null;
    statementsFor: HostStatements;
  },
  record: InvestigationRecord,
  { reading, detections }: RunPlan,
  { services, publisher, signal }: Collecting,
): Promise<EvaluatedHost> {
  const limits = depthLimits[record.depth];
  const question: HostQuestion = {
    investigationId: record.id,
    mode: record.mode,
    statements: await statementsFor(agent),
    deniedBy: effects.deniedBy,
    snapshotFreshMs: limits.snapshotFreshMs,
    timeoutMs: limits.planTimeoutMs,
    signal,
  };
  const ingestion = await edges?.begin(agent);
  const answer = await askAndJoin(agent, { question, detections }, services);
  ingestion?.ingest(answer, effects);
  const verdicts = evaluateDetections(answer, detections);
  const failed = detections.filter((definition) => verdicts.get(definition)?.type === "fail");
  // Asking for the whole catalogue is a full collection; a second one shows nothing else.
  const isCurrent = reading.posture === true && answer.source === "live";
  if (!limits.confirm || isCurrent || record.mode === "cached" || failed.length === 0)
    return { answer, verdicts, confirmation: null };
  publisher.progress({ phase: "confirming", message: `Confirming on ${agent.hostname}` });
  return confirmFailures({ answer, verdicts, confirmation: null }, failed, question, services);
}

/** The host's answer, its packages compared with the operator's advisories. */
async function askAndJoin(
  agent: AgentRecord,
  { question, detections }: { question: HostQuestion; detections: DetectionDefinition[] },
  services: BrainServices,
): Promise<HostAnswer> {
  const answer = await askHost(agent, question, services);
  const { advisories, clock } = services;
  return joinAdvisories(answer, detections, { advisories, nowMs: clock.now() });
}

/** Evaluates failed detections again on a fresh collection; the second verdict counts. */
async function confirmFailures(
  first: EvaluatedHost,
  failed: DetectionDefinition[],
  question: HostQuestion,
  services: BrainServices,
): Promise<EvaluatedHost> {
  const ids = new Set(failed.map(({ id }) => id));
  const statements = question.statements.filter(({ id }) => ids.has(id.split("/")[0] ?? ""));
  const second = await askAndJoin(
    first.answer.agent,
    { question: { ...question, mode: "live", statements }, detections: failed },
    services,
  );
  return {
    ...first,
    verdicts: new Map([...first.verdicts, ...evaluateDetections(second, failed)]),
    confirmation: second,
  };
}

function progressOf({
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
