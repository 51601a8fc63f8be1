import { maxSeverity, type Severity } from "../../contract/common.ts";
import type { Failure, Freshness } from "../../contract/investigation.ts";
import type { Coverage, Finding, Summary } from "../../contract/summary.ts";
import { isoTime } from "../../core/clock.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { coverageOf, refusalsOf } from "../hosts/coverage.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { narrate } from "../narrative/narrate.ts";
import type { FoundChains } from "../pathfinder/report/found-chains.ts";
import { pathAnswer } from "../pathfinder/report/path-answer.ts";
import { partsOf } from "../plan/plan-statements.ts";
import type { BrainServices } from "../ports/services.ts";
import { latestSnapshots } from "../snapshots/find-snapshot.ts";
import { describeFreshness } from "../snapshots/freshness.ts";
import { count } from "../text/wording.ts";
import type { JudgedHost, RunPlan } from "./collect.ts";
import { compareRuns, earlierRun } from "./compare-runs.ts";
import { ended, failed, outcomeEvent, tellFailed } from "./end-run.ts";
import { countBySeverity, tally } from "./findings.ts";
import { mergePart, toAnswer } from "./merge-answer.ts";
import type { Publisher } from "./publish.ts";
import type { RunRecord } from "./run-record.ts";

/** What the hosts gave, and what it is told with. */
interface Outcome {
  hosts: JudgedHost[];
  /** Null where no ways were asked for. */
  found: FoundChains | null;
  publisher: Publisher;
  services: BrainServices;
}

/** Puts the hosts' answers together and commits `completed`, or `failed` when nobody answered. */
export async function conclude(run: RunRecord, plan: RunPlan, outcome: Outcome): Promise<void> {
  const { hosts, found, publisher, services } = outcome;
  const answers = answersOf(outcome);
  const coverage = coverageOf(answers);
  if (isSilence(coverage)) {
    // Who was waited for in vain is told before the end.
    await publisher.flush();
    await publisher.finish(failed(services, { error: nobodyAnswered(coverage, answers) }), {
      answer: null,
      changes: tellFailed(services),
    });
    return;
  }
  publisher.progress({
    phase: "analysing",
    percent: 95,
    message: "Putting the answers together",
  });
  const parts = await mergeParts(plan, answers, services);
  const summary = summarise(plan, outcome, { answers, parts, coverage });
  const before = await earlierRun(services.store, run.current());
  const comparison = compareRuns(before, publisher.findings(), {
    ruledOut: (finding) => hosts.some((host) => rulesOut(host, finding)),
    keyOf: (id) => plan.detections.find((detection) => detection.id === id)?.key ?? [],
  });
  publisher.progress({ phase: "done", percent: 100, message: "Done" });
  const freshness = await freshnessAfter(run.current(), answers, services);
  const complete = (record: InvestigationRecord) => ({
    ...ended(record, "completed", services),
    summary,
    freshness,
  });
  await publisher.finish(complete, {
    answer: toAnswer(withWays(parts, found)),
    comparison,
    changes: (record) =>
      services.emit(outcomeEvent(record, "investigation.completed", summary.severity)),
  });
}

/** A question of ways alone has their rows for its answer; beside other parts they come last. */
function withWays(parts: (MergedRows | null)[], found: FoundChains | null): (MergedRows | null)[] {
  const ways = found && pathAnswer(found.outcome);
  if (!ways) return parts;
  return parts.every((part) => part === null) ? [ways] : [...parts, ways];
}

/** Of every host that was asked for anything, by hostname. */
function answersOf({ hosts, found }: Outcome): HostAnswer[] {
  const judged = new Set(hosts.map(({ answer }) => answer.agent.agent_id));
  const onWays = found?.answers.filter(({ agent }) => !judged.has(agent.agent_id)) ?? [];
  return [...hosts.map(({ answer }) => answer), ...onWays].sort((a, b) =>
    a.agent.hostname.localeCompare(b.agent.hostname),
  );
}

/** Whether a host was looked at for what was found, and had nothing. */
function rulesOut({ answer, verdicts }: JudgedHost, { agent_id, detection_id }: Finding): boolean {
  if (answer.agent.agent_id !== agent_id) return false;
  const judged = [...verdicts].find(([{ id }]) => id === detection_id)?.[1];
  return judged?.type === "pass" || judged?.type === "not_applicable";
}

const nobodyThere = new Set(["offline", "denied", "timed_out"]);

/** Whether no host was there to answer; one that was and failed is told in the answer. */
function isSilence({ agents_answered, unanswered }: Coverage): boolean {
  return agents_answered === 0 && unanswered.every(({ reason }) => nobodyThere.has(reason));
}

function nobodyAnswered({ agents_targeted, unanswered }: Coverage, answers: HostAnswer[]): Failure {
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

function summarise(
  { reading, detections, unknownHosts }: RunPlan,
  { hosts, found, publisher, services }: Outcome,
  told: { answers: HostAnswer[]; parts: (MergedRows | null)[]; coverage: Coverage },
): Omit<Summary, "answer"> {
  const findings = publisher.findings();
  const checks = tally(
    detections,
    hosts.map(({ answer, verdicts }) => ({ agentId: answer.agent.agent_id, verdicts })),
  );
  const { nounOf } = services;
  return {
    narrative: narrate({
      ...told,
      reading,
      findings,
      checks,
      detections,
      unknownHosts,
      nounOf,
      ways: found,
    }),
    severity: [...findings, ...publisher.chains()].reduce<Severity>(
      (highest, { severity }) => maxSeverity(highest, severity),
      "info",
    ),
    findings_by_severity: countBySeverity(findings),
    checks,
    coverage: told.coverage,
  };
}

/** How old what was answered from is: a host that was asked live is as fresh as can be. */
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
