import { maxSeverity, type Severity } from "../../contract/common.ts";
import type { Failure, Freshness } from "../../contract/investigation.ts";
import type { Posture } from "../../contract/posture.ts";
import type { Answer, CheckTally, Coverage, Finding, Summary } from "../../contract/summary.ts";
import { isoTime } from "../../core/clock.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { concludeFollowUp, type FollowUpAnswer } from "../follow-up/conclude-follow-up.ts";
import { coverageOf, refusalsOf } from "../hosts/coverage.ts";
import { nearestNames } from "../hosts/select-agents.ts";
import { countBySeverity } from "../model/count-by-severity.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { narrate } from "../narrative/narrate.ts";
import type { FoundChains } from "../pathfinder/report/found-chains.ts";
import { pathAnswer } from "../pathfinder/report/path-answer.ts";
import { partsOf } from "../plan/plan-statements.ts";
import type { BrainServices } from "../ports/services.ts";
import { composePosture, type PostureInput } from "../posture/compose-posture.ts";
import type { WaysToRoot } from "../posture/find-ways-to-root.ts";
import { latestSnapshots } from "../snapshots/find-snapshot.ts";
import { describeFreshness } from "../snapshots/freshness.ts";
import { count } from "../text/wording.ts";
import type { EvaluatedHost, RunPlan } from "./collect.ts";
import { compareRuns, earlierRun, evidenceKeys } from "./compare-runs.ts";
import { asEnded, asFailed, failedEvent, outcomeEvent } from "./end-run.ts";
import { tally } from "./findings.ts";
import { formatsOf, formatsOfReading } from "./formats-of.ts";
import { allRows, mergePart, toAnswer } from "./merge-answer.ts";
import type { Publisher } from "./publish.ts";
import type { RunRecord } from "./run-record.ts";

/** The hosts' results, and the services that publish them. */
interface Outcome {
  hosts: EvaluatedHost[];
  /** Null if the question asked for no paths. */
  found: FoundChains | null;
  /** Null unless the question is about security as a whole. */
  ways: WaysToRoot | null;
  publisher: Publisher;
  services: BrainServices;
  /** Aborts on a cancel or when the server stops. */
  signal: AbortSignal;
}

/** Puts the hosts' answers together and commits `completed`, or `failed` when nobody answered. */
export async function conclude(run: RunRecord, plan: RunPlan, outcome: Outcome): Promise<void> {
  const { hosts, found, publisher, services } = outcome;
  const answers = answersOf(outcome);
  const coverage = coverageOf(answers);
  if (isUnanswered(coverage)) {
    // Publishes the progress with every unanswered host before the final status.
    await publisher.flush();
    await publisher.finish(asFailed(services, { error: unansweredFailure(coverage, answers) }), {
      answer: null,
      changes: failedEvent(services),
    });
    return;
  }
  publisher.progress({
    phase: "analysing",
    percent: 95,
    message: "Putting the answers together",
  });
  const parts = await mergeParts(plan, answers, services);
  const { reading } = plan;
  const merged = withPaths(parts, found);
  const kept = toAnswer(merged, reading.follow_up?.skip);
  const formats = formatsOfReading(reading, services);
  const rows = kept && { ...kept, ...formatsOf(kept.columns, formats) };
  const checks = tallyOf(plan, hosts);
  const followUp = await concludeFollowUp(
    services,
    {
      ...{ record: run.current(), reading, answer: rows, everyone: plan.everyone },
      ...{ coverage, checks, detections: plan.detections },
      ...{ findings: publisher.findings(), chains: found?.chains ?? [] },
    },
    services.clock.now(),
  );
  const before = await earlierRun(services.store, run.current());
  const comparison = compareRuns(before, publisher.findings(), {
    ruledOut: rulesOutIn(hosts),
    keyOf: evidenceKeys(plan.detections),
  });
  const { changes } = comparison;
  const since = before && changes ? { since: before.completedAt, changes } : null;
  const results = { answers, parts, coverage, checks, followUp };
  const posture = postureOf(plan, outcome, { ...results, before: since });
  const summary = summarise(plan, outcome, { ...results, posture });
  const answer = followUp ? followUp.answer : rows;
  const remark = await remarkOn(run.current(), plan, { ...outcome, answer, summary });
  if (outcome.signal.aborted) return;
  publisher.progress({ phase: "done", percent: 100, message: "Done" });
  const freshness = await freshnessAfter(run.current(), answers, services);
  const complete = (record: InvestigationRecord) => ({
    ...asEnded(record, "completed", services),
    summary: remark === null ? summary : withRemark(summary, remark),
    freshness,
  });
  await publisher.finish(complete, {
    answer,
    // A follow-up may show other rows than the run's.
    allRows: answer === rows ? allRows(merged, reading.follow_up?.skip) : answer,
    comparison,
    changes: (record) =>
      services.emit(outcomeEvent(record, "investigation.completed", summary.severity)),
  });
}

/** What a language model that read the question says about the rows, if it may see them. */
async function remarkOn(
  { query, account_id }: InvestigationRecord,
  { reading }: RunPlan,
  {
    services,
    signal,
    answer,
    summary,
  }: Outcome & { answer: Answer | null; summary: Omit<Summary, "answer"> },
): Promise<string | null> {
  const { remark } = services;
  if (!remark || !reading.read_by || !answer || answer.rows.length === 0) return null;
  const { columns, rows, row_count: rowCount } = answer;
  const shared = { question: query, narrative: summary.narrative, columns, rows, rowCount };
  return remark(shared, { accountId: account_id, signal });
}

const withRemark = <S extends { narrative: string }>(summary: S, remark: string): S => ({
  ...summary,
  narrative: `${summary.narrative}\n${remark}`,
});

/** Adds the rows of the paths, after those of the question's other parts. */
function withPaths(parts: (MergedRows | null)[], found: FoundChains | null): (MergedRows | null)[] {
  const paths = found && pathAnswer(found.outcome);
  if (!paths) return parts;
  return parts.every((part) => part === null) ? [paths] : [...parts, paths];
}

/** The answers of every host that was asked, sorted by hostname. */
function answersOf({ hosts, found }: Outcome): HostAnswer[] {
  const evaluated = new Set(hosts.map(({ answer }) => answer.agent.agent_id));
  const onPaths = found?.answers.filter(({ agent }) => !evaluated.has(agent.agent_id)) ?? [];
  return [...hosts.map(({ answer }) => answer), ...onPaths].sort((a, b) =>
    a.agent.hostname.localeCompare(b.agent.hostname),
  );
}

/** Whether a finding's host was checked again and no longer has the problem. */
function rulesOutIn(hosts: EvaluatedHost[]): (finding: Finding) => boolean {
  const verdictsOf = new Map(
    hosts.map(({ answer, verdicts }) => [answer.agent.agent_id, verdicts]),
  );
  return ({ agent_id, detection_id }) => {
    const verdicts = [...(verdictsOf.get(agent_id) ?? [])];
    const verdict = verdicts.find(([{ id }]) => id === detection_id)?.[1];
    return verdict?.type === "pass" || verdict?.type === "not_applicable";
  };
}

/** The posture of a question about security as a whole; null for any other. */
function postureOf(
  { detections }: RunPlan,
  { hosts, ways, publisher }: Outcome,
  { checks, coverage, before }: Results & Pick<PostureInput, "before">,
): Posture | null {
  const findings = publisher.findings();
  return (
    ways && composePosture({ detections, hosts, findings, checks, coverage, before, found: ways })
  );
}

const unreachableReasons = new Set(["offline", "denied", "timed_out"]);

/** Whether no host was reachable. A host that was reached and failed is reported in the answer. */
function isUnanswered({ agents_answered, unanswered }: Coverage): boolean {
  return agents_answered === 0 && unanswered.every(({ reason }) => unreachableReasons.has(reason));
}

function unansweredFailure(
  { agents_targeted, unanswered }: Coverage,
  answers: HostAnswer[],
): Failure {
  const reasons = [...new Set(unanswered.map(({ reason }) => reason.replace("_", " ")))].join(", ");
  const refusals = refusalsOf(answers).slice(0, 3);
  const why = [reasons, ...refusals].join("; ");
  return {
    code: "no_agent_answered",
    message: `None of the ${count(agents_targeted, "host")} asked could answer (${why}).`,
  };
}

function mergeParts(
  { reading, agents }: RunPlan,
  answers: HostAnswer[],
  { evaluator }: BrainServices,
): Promise<(MergedRows | null)[]> {
  const severalHosts = agents.length > 1;
  return Promise.all(
    partsOf(reading).map((part, index) =>
      mergePart(part, { index, answers, severalHosts }, evaluator),
    ),
  );
}

interface Results {
  answers: HostAnswer[];
  parts: (MergedRows | null)[];
  coverage: Coverage;
  checks: CheckTally[];
  followUp: FollowUpAnswer | null;
}

const tallyOf = ({ detections }: RunPlan, hosts: EvaluatedHost[]): CheckTally[] =>
  tally(
    detections,
    hosts.map(({ answer, verdicts }) => ({ agentId: answer.agent.agent_id, verdicts })),
  );

function summarise(
  { reading, detections, unknownHosts, everyone }: RunPlan,
  { found, publisher, services }: Outcome,
  { followUp, posture, ...results }: Results & { posture: Posture | null },
): Omit<Summary, "answer"> {
  const findings = publisher.findings();
  const counted = findings.filter(({ accepted }) => !accepted);
  const { checks } = results;
  const { wordsOf } = services;
  return {
    narrative: narrate({
      ...results,
      reading,
      findings,
      detections,
      posture,
      followUp: followUp?.lines ?? [],
      unknownHosts,
      similarHosts: nearestNames(unknownHosts, everyone),
      wordsOf,
      paths: found,
    }),
    severity: [...counted, ...publisher.chains()].reduce<Severity>(
      (highest, { severity }) => maxSeverity(highest, severity),
      "info",
    ),
    findings_by_severity: countBySeverity(counted),
    checks,
    coverage: results.coverage,
    ...(posture && { posture }),
  };
}

/** The age of the data behind the answer; hosts that were asked live count as of now. */
async function freshnessAfter(
  { mode, depth }: InvestigationRecord,
  answers: HostAnswer[],
  { store, clock }: BrainServices,
): Promise<Freshness | null> {
  if (mode === "live") return null;
  const agents = answers.map(({ agent }) => agent);
  const latest = await latestSnapshots(store, agents);
  for (const answer of answers) {
    if (answer.source === "live" && !answer.gap)
      latest.set(answer.agent.agent_id, isoTime(clock.now()));
  }
  return describeFreshness(agents, latest, { mode, depth, nowMs: clock.now() });
}
