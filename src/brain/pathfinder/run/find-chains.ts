import type { Tags } from "../../../contract/common.ts";
import type { Progress } from "../../../contract/investigation.ts";
import type { PathQuestion } from "../../../contract/reading.ts";
import type { Receipt } from "../../../contract/receipt.ts";
import type { AgentRecord, InvestigationRecord, PolicyRecord } from "../../../store/records.ts";
import { effectsOf } from "../../hosts/tag-policies.ts";
import type { HostAnswer } from "../../model/host-answer.ts";
import { depthLimits } from "../../model/limits.ts";
import type { BrainServices } from "../../ports/services.ts";
import { count } from "../../text/wording.ts";
import type { Hop, PathOutcome, PathRequest } from "../model/types.ts";
import type { ChainDraft } from "../report/chain-draft.ts";
import { chainOfPath } from "../report/chain-of-path.ts";
import type { FoundChains } from "../report/found-chains.ts";
import { isFresh, staleHosts } from "./fresh-hops.ts";
import { type IngestTerms, ingestHosts } from "./ingest-hosts.ts";

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

/** Each confirmation round may reveal other paths, because current answers remove and add edges. */
const maxConfirmationRounds = 6;

/**
 * Ingests every host in scope, searches for paths, and asks the hosts on them again until no
 * reported hop is older than this run. With snapshots alone nothing is confirmed.
 */
export async function findChains(
  record: InvestigationRecord,
  { plan, question }: { plan: PathPlan; question: PathQuestion },
  { services, publisher, signal }: PathRun,
): Promise<FoundChains> {
  const known = services.pathfinder.estateOf(record.account_id);
  removeDeletedAgents(known, plan.everyone);
  const terms: IngestTerms = {
    known,
    services,
    investigationId: record.id,
    mode: record.mode,
    policies: plan.policies,
    limits: depthLimits[record.depth],
    signal,
    storeReceipt: (receipt) => publisher.add([], [receipt]),
  };
  const startedMs = services.clock.now();
  const answers = await ingestHosts(plan.inScope, terms, publisher.progress);
  const request = requestOf(record, question, plan.inScope);
  publisher.progress({ phase: "analysing", percent: 70, message: "Searching for paths" });
  const outcome = await known.estate.search(request, signal);
  // `deep` collects twice: facts from before the first search count as stale.
  const sinceMs = terms.limits.confirm ? services.clock.now() : startedMs;
  const confirmed =
    record.mode === "cached"
      ? { outcome, unanswered: new Set<string>() }
      : await confirmPaths(outcome, { terms, request, sinceMs, plan, publisher, answers });
  const chains = chainsOf(confirmed, { plan, sinceMs, publisher });
  const query = record.follow_up_of === undefined ? record.query : null;
  return { query, question, outcome: confirmed.outcome, chains, answers: [...answers.values()] };
}

interface Confirmation {
  terms: IngestTerms;
  request: PathRequest;
  /** Older facts have to be collected again. */
  sinceMs: number;
  plan: PathPlan;
  publisher: PathRun["publisher"];
  /** By agent id; newer answers replace those before. */
  answers: Map<string, HostAnswer>;
}

interface Confirmed {
  outcome: PathOutcome;
  /** Agent ids of hosts that were asked and did not answer. */
  unanswered: ReadonlySet<string>;
}

/** Asks the hosts behind the paths live and searches again, until no host has stale facts. */
async function confirmPaths(
  first: PathOutcome,
  { terms, request, sinceMs, plan, publisher, answers }: Confirmation,
): Promise<Confirmed> {
  const { known, signal } = terms;
  const unanswered = new Set<string>();
  let outcome = first;
  for (let round = 0; round < maxConfirmationRounds; round++) {
    const stale = staleHosts(outcome.paths, sinceMs).filter((id) => !unanswered.has(id));
    if (stale.length === 0 || signal.aborted) break;
    publisher.progress({
      phase: "confirming",
      percent: 75 + 3 * round,
      message: `Confirming ${count(outcome.paths.length, "path")} on ${count(stale.length, "host")}`,
    });
    const agents = plan.everyone.filter(({ agent_id }) => stale.includes(agent_id));
    for (const [agentId, answer] of await ingestHosts(agents, { ...terms, mode: "live" })) {
      if (answer.gap) unanswered.add(agentId);
      else answers.set(agentId, answer);
    }
    outcome = await known.estate.search(request, signal);
  }
  return { outcome, unanswered };
}

/** Publishes the paths as chains. */
function chainsOf(
  { outcome, unanswered }: Confirmed,
  { plan, sinceMs, publisher }: Pick<Confirmation, "plan" | "sinceMs" | "publisher">,
): ChainDraft[] {
  const byId = new Map(plan.everyone.map((agent) => [agent.agent_id, agent]));
  const tagsOf = (agentId: string) => byId.get(agentId)?.tags ?? {};
  const terms = {
    criticalityOf: (agentId: string) => effectsOf(plan.policies, tagsOf(agentId)).criticality,
    isFresh: (hop: Hop) => isFresh(hop, sinceMs),
    unanswered,
  };
  const chains = outcome.paths.map((path) => chainOfPath(path, terms)).sort(byConfirmation);
  publisher.setChains(chains, tagsOf);
  return chains;
}

/** Confirmed chains first, each group in the order found (by cost). */
function byConfirmation(a: ChainDraft, b: ChainDraft): number {
  return Number(b.status === "confirmed") - Number(a.status === "confirmed");
}

/** Removes the hosts of agents that were deleted. */
export function removeDeletedAgents(
  { estate, ingested }: IngestTerms["known"],
  everyone: AgentRecord[],
): void {
  const existing = new Set(everyone.map(({ agent_id }) => agent_id));
  for (const agentId of [...estate.hosts().keys()]) {
    if (existing.has(agentId)) continue;
    estate.remove(agentId);
    ingested.delete(agentId);
  }
}

function requestOf(
  { depth }: InvestigationRecord,
  question: PathQuestion,
  agents: AgentRecord[],
): PathRequest {
  const { maxPaths, maxSteps, searchTimeoutMs } = depthLimits[depth];
  const agentIds = new Set(agents.map(({ agent_id }) => agent_id));
  return { question, agentIds, k: maxPaths, maxSteps, timeoutMs: searchTimeoutMs };
}
