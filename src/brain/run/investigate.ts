import type { Failure } from "../../contract/investigation.ts";
import type { Reading } from "../../contract/reading.ts";
import { isoTime } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { nearest } from "../../core/suggest.ts";
import type { AgentRecord, InvestigationRecord } from "../../store/records.ts";
import { comparedWith } from "../follow-up/conclude-follow-up.ts";
import { previousQuestion } from "../follow-up/previous-question.ts";
import { nearestNames, selectInScope, selectNamed } from "../hosts/select-agents.ts";
import { policiesOf } from "../hosts/tag-policies.ts";
import { depthLimits } from "../model/limits.ts";
import { findChains } from "../pathfinder/run/find-chains.ts";
import { chooseDetections, hasStatements, pathQuestionOf } from "../plan/plan-statements.ts";
import { rejectionOf } from "../plan/rejection.ts";
import type { BrainServices } from "../ports/services.ts";
import { count, didYouMean } from "../text/wording.ts";
import { collect, type RunPlan } from "./collect.ts";
import { conclude } from "./conclude.ts";
import { failRun } from "./end-run.ts";
import { createPublisher, type Publisher } from "./publish.ts";
import { inStatus, type RunRecord } from "./run-record.ts";

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
    const hosts = hasStatements(plan) ? await collect(run.current(), plan, collecting) : [];
    const found = question && (await findChains(run.current(), { plan, question }, collecting));
    return { hosts, found };
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
  const reading = await services.read(record.query, { ...estate, previous }, signal);
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
    unknownHosts,
  };
}

const tagText = ([key, value]: [string, string]) => `${key}=${value}`;

const tagsOf = (agents: AgentRecord[]) =>
  new Set(agents.flatMap(({ tags }) => Object.entries(tags).map(tagText)));

const mostNear = 3;

function noAgents({ tags }: Reading, unknownHosts: string[], everyone: AgentRecord[]): Failure {
  const wanted = Object.entries(tags).map(tagText);
  const near =
    unknownHosts.length > 0
      ? nearestNames(unknownHosts, everyone)
      : wanted.flatMap((tag) => nearest(tag, tagsOf(everyone), mostNear));
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
  const publisher = await createPublisher(run, services);
  publisher.progress({
    phase: "collecting",
    percent: 5,
    agents: { targeted: plan.agents.length, answered: 0, failed: 0, timed_out: 0 },
    plans: { total: plan.agents.length, dispatched: 0, completed: 0, failed: 0 },
    message: `Asking ${count(plan.agents.length, "host")}`,
  });
  const compared = await comparedWith(services, run.current(), plan.reading);
  // One write, so that `running` is never visible without its progress.
  const started = await publisher.flush((record) => ({
    ...(record.status === "running" ? record : inStatus(record, "running")),
    reading: plan.reading,
    ...(compared !== undefined && { compared_with: compared }),
    dispatched_at: record.dispatched_at ?? isoTime(services.clock.now()),
  }));
  return started ? publisher : undefined;
}
