import type { Failure } from "../../contract/investigation.ts";
import type { Reading } from "../../contract/reading.ts";
import { isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import type { AgentRecord, InvestigationRecord } from "../../store/records.ts";
import { acceptancesOf } from "../acceptances/acceptances-of.ts";
import { comparedWith } from "../follow-up/conclude-follow-up.ts";
import { previousQuestion } from "../follow-up/previous-question.ts";
import { nearestNames, selectInScope, selectNamed } from "../hosts/select-agents.ts";
import { policiesOf } from "../hosts/tag-policies.ts";
import { depthLimits } from "../model/limits.ts";
import { findChains } from "../pathfinder/run/find-chains.ts";
import { chooseDetections, hasStatements, pathQuestionOf } from "../plan/plan-statements.ts";
import { rejectionOf } from "../plan/rejection.ts";
import type { BrainServices } from "../ports/services.ts";
import { findWaysToRoot } from "../posture/find-ways-to-root.ts";
import { lastPosture } from "../posture/last-posture.ts";
import { count, didYouMean } from "../text/wording.ts";
import { collect, type EvaluatedHost, type RunPlan } from "./collect.ts";
import { earlierRun, evidenceKeys } from "./compare-runs.ts";
import { conclude } from "./conclude.ts";
import { failRun } from "./end-run.ts";
import { createPublisher, type Publisher, type Reported } from "./publish.ts";
import { inStatus, type RunRecord } from "./run-record.ts";
import { textInScope } from "./text-in-scope.ts";

/**
 * Runs one investigation from its question to its stored answer. `signal` aborts on a cancel or
 * when the server stops; the findings so far stay stored.
 */
export async function investigate(
  run: RunRecord,
  services: BrainServices,
  signal: AbortSignal,
): Promise<void> {
  const plan = await planRun(run.current(), services, signal);
  if (signal.aborted) return;
  if ("error" in plan) return failRun(run, services, plan);
  const publisher = await startRun(run, plan, services);
  if (!publisher) return;
  const { runTimeoutMs } = depthLimits[run.current().depth];
  const deadline = startDeadline(signal, runTimeoutMs);
  const collecting = { services, publisher, signal: deadline.signal };
  const askHosts = async () => {
    const question = pathQuestionOf(plan.reading);
    const sinceMs = services.clock.now();
    const hosts = hasStatements(plan) ? await collect(run.current(), plan, collecting) : [];
    const found = question && (await findChains(run.current(), { plan, question }, collecting));
    const ways = plan.reading.posture ? await waysToRoot(hosts, sinceMs) : null;
    return { hosts, found, ways };
  };
  const waysToRoot = (hosts: EvaluatedHost[], sinceMs: number) => {
    publisher.progress({ phase: "analysing", percent: 92, message: "Searching for paths to root" });
    const answered = hosts.flatMap(({ answer }) => (answer.gap ? [] : [answer.agent]));
    return findWaysToRoot(run.current(), { plan, answered, sinceMs }, collecting);
  };
  const outcome = await askHosts().finally(deadline.clear);
  await publisher.settled();
  if (signal.aborted) return;
  await conclude(run, plan, { ...outcome, publisher, services, signal });
}

/** The reason why no host is asked. */
interface Rejected {
  error: Failure;
  reading: Reading;
}

async function planRun(
  record: InvestigationRecord,
  services: BrainServices,
  signal: AbortSignal,
): Promise<RunPlan | Rejected> {
  const everyone = await services.agentsOf(record.account_id);
  const estate = {
    accountId: record.account_id,
    hosts: everyone.map(({ hostname }) => hostname),
    tags: everyone.map(({ tags }) => tags),
  };
  const previous = await previousQuestion(services, {
    id: record.follow_up_of,
    estate,
    signal,
  });
  const read = await services.read(record.query, { ...estate, previous }, signal);
  const reading = textInScope(read, record.scope);
  const rejection = rejectionOf(reading);
  if (rejection) return { error: rejection, reading };
  const scoped = selectInScope(everyone, record.scope, services.clock.now());
  const { agents, unknownHosts } = selectNamed(scoped, reading);
  if (agents.length === 0) return { error: noAgents(reading, unknownHosts, everyone), reading };
  return {
    reading,
    detections: chooseDetections(reading, record.depth, services.catalogue),
    agents,
    inScope: scoped,
    everyone,
    policies: await policiesOf(services.store, record.account_id),
    acceptances: await acceptancesOf(services.store, record.account_id),
    unknownHosts,
  };
}

function noAgents({ tags }: Reading, unknownHosts: string[], everyone: AgentRecord[]): Failure {
  const wanted = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  const near = nearestNames(unknownHosts.length > 0 ? unknownHosts : wanted, everyone);
  const why =
    unknownHosts.length > 0
      ? `No agent in scope is called ${unknownHosts.join(" or ")}`
      : wanted.length > 0
        ? `No agent in scope is tagged ${wanted.join(" and ")}`
        : "No agent matches the scope";
  const known = everyone.length;
  const message = `${why}; ${count(known, "agent")} ${known === 1 ? "is" : "are"} known.`;
  return { code: "no_matching_agents", message: message + didYouMean(near) };
}

/** Commits `running`; undefined when the investigation was cancelled first. */
async function startRun(
  run: RunRecord,
  plan: RunPlan,
  services: BrainServices,
): Promise<Publisher | undefined> {
  const publisher = await createPublisher(
    run,
    services,
    await reportedBefore(run.current(), plan, services),
  );
  publisher.progress({
    phase: "collecting",
    percent: 5,
    agents: { targeted: plan.agents.length, answered: 0, failed: 0, timed_out: 0 },
    plans: { total: plan.agents.length, dispatched: 0, completed: 0, failed: 0 },
    message: `Asking ${count(plan.agents.length, "host")}`,
  });
  const compared = await comparedRun(run.current(), plan, services);
  // One write, so that `running` is never visible without its progress.
  const started = await publisher.flush((record) => ({
    ...(record.status === "running" ? record : inStatus(record, "running")),
    reading: plan.reading,
    ...(compared !== undefined && { compared_with: compared }),
    dispatched_at: record.dispatched_at ?? isoTime(services.clock.now()),
  }));
  return started ? publisher : undefined;
}

/** The id of the earlier run that this one is compared with, unless its schedule names one. */
async function comparedRun(
  record: InvestigationRecord,
  { reading }: RunPlan,
  services: BrainServices,
): Promise<string | undefined> {
  const asked = await comparedWith(services, record, reading);
  if (asked !== undefined || !reading.posture || record.compared_with !== undefined) return asked;
  return lastPosture(services.store, record, reading);
}

/** What earlier runs of the same schedule sent as events; null for the first run and outside of schedules. */
async function reportedBefore(
  record: InvestigationRecord,
  { detections }: RunPlan,
  { store }: BrainServices,
): Promise<Reported | null> {
  const run = record.curiosity_id === null ? null : await earlierRun(store, record);
  return run && { run, keyOf: evidenceKeys(detections) };
}
