import type { Tags } from "../../../contract/common.ts";
import type { Progress } from "../../../contract/investigation.ts";
import type { PathQuestion } from "../../../contract/reading.ts";
import type { Receipt } from "../../../contract/receipt.ts";
import { forEachLimit } from "../../../core/limit.ts";
import type { AgentRecord, InvestigationRecord, PolicyRecord } from "../../../store/records.ts";
import { effectsOf } from "../../hosts/tag-policies.ts";
import type { HostAnswer } from "../../model/host-answer.ts";
import { askConcurrency, askStalledMs, depthLimits } from "../../model/limits.ts";
import type { BrainServices } from "../../ports/services.ts";
import { count } from "../../text/wording.ts";
import type { Hop, PathRequest } from "../model/types.ts";
import type { ChainDraft } from "../report/chain-draft.ts";
import { chainOfPath } from "../report/chain-of-path.ts";
import type { FoundChains } from "../report/found-chains.ts";
import { isFresh, staleHosts } from "./fresh-hops.ts";
import { type IngestTerms, ingestHost } from "./ingest-hosts.ts";

/** The agents of the account, and the policies that were in force when the run began. */
export interface PathPlan {
  inScope: AgentRecord[];
  everyone: AgentRecord[];
  policies: PolicyRecord[];
}

/** What a run offers the search for paths. */
export interface PathRun {
  services: BrainServices;
  publisher: {
    /** Stores the receipts of a host's answer. */
    add(findings: [], receipts: Receipt[]): void;
    /** Replaces the published chains. */
    setChains(chains: ChainDraft[], tagsOf: (agentId: string) => Tags): void;
    progress(patch: { phase?: Progress["phase"]; percent: number; message: string }): void;
  };
  signal: AbortSignal;
}

/** Each round may show other ways than the one before: what a host says now cuts some and opens some. */
const confirmingRounds = 6;

/**
 * Takes in every host in scope, looks for ways, and has the hosts on them asked again until
 * nothing told rests on facts older than this run. From snapshots alone nothing is confirmed.
 */
export async function findChains(
  record: InvestigationRecord,
  { plan, question }: { plan: PathPlan; question: PathQuestion },
  collecting: PathRun,
): Promise<FoundChains> {
  const { services, publisher, signal } = collecting;
  const known = services.pathfinder.estateOf(record.account_id);
  forgetGone(known, plan.everyone);
  const taking: IngestTerms = {
    known,
    services,
    investigationId: record.id,
    mode: record.mode,
    policies: plan.policies,
    limits: depthLimits[record.depth],
    signal,
    storeReceipt: (receipt) => publisher.add([], [receipt]),
  };
  const beganMs = services.clock.now();
  const answers = await takeInAll(plan.inScope, taking, publisher.progress);
  const request = requestOf(record, question, plan.inScope);
  publisher.progress({ phase: "analysing", percent: 70, message: "Looking for ways" });
  let outcome = await known.estate.search(request, signal);
  // At `deep` even what was collected in this run is collected a second time.
  const sinceMs = taking.limits.confirm ? services.clock.now() : beganMs;
  const unanswered = new Set<string>();
  for (let round = 0; record.mode !== "cached" && round < confirmingRounds; round++) {
    const stale = staleHosts(outcome.paths, sinceMs).filter((id) => !unanswered.has(id));
    if (stale.length === 0 || signal.aborted) break;
    publisher.progress({
      phase: "confirming",
      percent: 75 + 3 * round,
      message: `Confirming ${count(outcome.paths.length, "way")} on ${count(stale.length, "host")}`,
    });
    const asked = await takeInAll(
      plan.everyone.filter(({ agent_id }) => stale.includes(agent_id)),
      { ...taking, mode: "live" },
    );
    for (const [agentId, answer] of asked) {
      if (answer.gap) unanswered.add(agentId);
      else answers.set(agentId, answer);
    }
    outcome = await known.estate.search(request, signal);
  }
  const byId = new Map(plan.everyone.map((agent) => [agent.agent_id, agent]));
  const tagsOf = (agentId: string) => byId.get(agentId)?.tags ?? {};
  const terms = {
    criticalityOf: (agentId: string) => effectsOf(plan.policies, tagsOf(agentId)).criticality,
    isFresh: (hop: Hop) => isFresh(hop, sinceMs),
    unanswered,
  };
  const drafts = outcome.paths.map((way) => chainOfPath(way, terms)).sort(confirmedFirst);
  publisher.setChains(drafts, tagsOf);
  return { query: record.query, question, outcome, chains: drafts, answers: [...answers.values()] };
}

/** Otherwise cheapest first, as they were found. */
function confirmedFirst(a: ChainDraft, b: ChainDraft): number {
  return Number(b.status === "confirmed") - Number(a.status === "confirmed");
}

function forgetGone({ estate, ingested }: IngestTerms["known"], everyone: AgentRecord[]): void {
  const there = new Set(everyone.map(({ agent_id }) => agent_id));
  for (const agentId of [...estate.hosts().keys()]) {
    if (there.has(agentId)) continue;
    estate.remove(agentId);
    ingested.delete(agentId);
  }
}

/** Answers by agent id. */
async function takeInAll(
  agents: AgentRecord[],
  taking: IngestTerms,
  tell: (patch: { percent: number; message: string }) => void = () => {},
): Promise<Map<string, HostAnswer>> {
  const answers = new Map<string, HostAnswer>();
  await forEachLimit(
    agents,
    { concurrency: askConcurrency, stalledMs: askStalledMs },
    async (agent) => {
      answers.set(agent.agent_id, await ingestHost(agent, taking));
      const percent = 5 + Math.round((60 * answers.size) / agents.length);
      tell({
        percent,
        message: `Drawing the estate: ${answers.size} of ${count(agents.length, "host")}`,
      });
    },
  );
  return answers;
}

function requestOf(
  { depth }: InvestigationRecord,
  question: PathQuestion,
  agents: AgentRecord[],
): PathRequest {
  const { ways, moves, searchTimeoutMs } = depthLimits[depth];
  const agentIds = new Set(agents.map(({ agent_id }) => agent_id));
  return { question, agentIds, k: ways, maxSteps: moves, timeoutMs: searchTimeoutMs };
}
