import type { Mode } from "../../../contract/common.ts";
import type { PlanStatement, StatementResult } from "../../../contract/plan.ts";
import type { Receipt } from "../../../contract/receipt.ts";
import { isoTime } from "../../../core/clock.ts";
import { forEachLimit } from "../../../core/limit.ts";
import type { AgentRecord, PolicyRecord, SnapshotRecord } from "../../../store/records.ts";
import { askHost } from "../../hosts/ask-host.ts";
import { effectsOf, type PolicyEffects } from "../../hosts/tag-policies.ts";
import { type HostAnswer, isCutShort } from "../../model/host-answer.ts";
import {
  askConcurrency,
  askStalledMs,
  type DepthLimits,
  maxRowsPerStatement,
} from "../../model/limits.ts";
import type { BrainServices } from "../../ports/services.ts";
import { count } from "../../text/wording.ts";
import type { KnownEstate } from "../model/pathfinder.ts";
import type { HostFacts } from "../model/types.ts";

/** The terms of one run for ingesting hosts. */
export interface IngestTerms {
  known: KnownEstate;
  services: BrainServices;
  investigationId: string;
  mode: Mode;
  policies: PolicyRecord[];
  limits: DepthLimits;
  signal: AbortSignal;
  /** Stores a signed receipt, which backs the proofs of chains. */
  storeReceipt(receipt: Receipt): void;
}

/** Ingests the agents' hosts, a bounded number at a time; returns their answers by agent id. */
export async function ingestHosts(
  agents: AgentRecord[],
  terms: IngestTerms,
  report: (progress: { percent: number; message: string }) => void = () => {},
): Promise<Map<string, HostAnswer>> {
  const answers = new Map<string, HostAnswer>();
  const limit = { concurrency: askConcurrency, stalledMs: askStalledMs };
  await forEachLimit(agents, limit, async (agent) => {
    answers.set(agent.agent_id, await ingestHost(agent, terms));
    const percent = 5 + Math.round((60 * answers.size) / agents.length);
    const message = `Building the graph: ${answers.size} of ${count(agents.length, "host")}`;
    report({ percent, message });
  });
  return answers;
}

/**
 * Replaces one host's edges with those of its current answer, or reuses them if the mode allows
 * that and nothing has changed. A host that doesn't answer keeps its edges.
 */
async function ingestHost(agent: AgentRecord, terms: IngestTerms): Promise<HostAnswer> {
  const { known, services, policies } = terms;
  const effects = effectsOf(policies, agent.tags);
  const snapshot = (await services.store.find("snapshot", agent.id))?.record;
  const version = versionOf(agent, effects, snapshot?.blob);
  const before = known.ingested.get(agent.agent_id);
  // Facts that an earlier run collected live count as cached for this one.
  const isReusable = before?.version === version && !isCutShort(before.answer.results.values());
  if (isReusable && isGoodEnough(agent, terms)) return { ...before.answer, source: "cached" };
  const askedAt = isoTime(services.clock.now());
  const answer = await askHost(
    agent,
    {
      investigationId: terms.investigationId,
      mode: terms.mode,
      statements: edgeStatements(agent.os, terms),
      deniedBy: effects.deniedBy,
      snapshotFreshMs: terms.limits.snapshotFreshMs,
      timeoutMs: terms.limits.planTimeoutMs,
      keepsAnswers: true,
      signal: terms.signal,
    },
    services,
  );
  if (answer.receipt) terms.storeReceipt(answer.receipt);
  if (answer.gap) return answer;
  return replaceEdges(answer, { known, effects, askedAt, snapshot });
}

/** The terms on which a host was asked. */
export interface AnswerTerms {
  known: KnownEstate;
  effects: PolicyEffects;
  /** ISO; when the host was asked. */
  askedAt: string;
  /** The host's snapshot then. */
  snapshot: SnapshotRecord | undefined;
}

/** Replaces a host's edges with those of its answer; returns the answer without its rows. */
export function replaceEdges(
  answer: HostAnswer,
  { known, effects, askedAt, snapshot }: AnswerTerms,
): HostAnswer {
  const { agent, source } = answer;
  const collectedAt = source === "live" ? askedAt : (snapshot?.collected_at ?? askedAt);
  known.estate.replace(factsOf(answer, { effects, collectedAt }));
  const stored = withoutRows(answer);
  const version = versionOf(agent, effects, snapshot?.blob);
  known.ingested.set(agent.agent_id, { version, answer: stored });
  return stored;
}

/** Everything besides the time that a host's edges depend on. */
function versionOf(agent: AgentRecord, effects: PolicyEffects, snapshot?: string): string {
  const { hostname, os, addresses, tags } = agent;
  const { deniedTables, criticality } = effects;
  return JSON.stringify([snapshot, hostname, os, addresses, tags, deniedTables, criticality]);
}

function isGoodEnough({ agent_id }: AgentRecord, { known, mode, limits, services }: IngestTerms) {
  const there = known.estate.hosts().get(agent_id);
  if (!there || mode === "live") return false;
  if (mode === "cached") return there.source === "cached";
  return services.clock.now() - Date.parse(there.collectedAt) <= limits.snapshotFreshMs;
}

/** The statements that collect the edges of a host with this operating system. */
export function edgeStatements(
  os: string,
  {
    services,
    limits,
  }: { services: Pick<BrainServices, "pathfinder">; limits: Pick<DepthLimits, "planTimeoutMs"> },
): PlanStatement[] {
  return services.pathfinder.statementsFor(os).map((statement) => ({
    ...statement,
    max_rows: maxRowsPerStatement,
    timeout_ms: limits.planTimeoutMs,
  }));
}

function factsOf(
  { agent, source, results }: HostAnswer,
  { effects, collectedAt }: { effects: PolicyEffects; collectedAt: string },
): HostFacts {
  const { agent_id, hostname, os, addresses, tags } = agent;
  const { criticality } = effects;
  return { agent_id, hostname, os, addresses, tags, criticality, collectedAt, source, results };
}

function withoutRows(answer: HostAnswer): HostAnswer {
  const results = new Map<string, StatementResult>();
  for (const [id, result] of answer.results) results.set(id, { ...result, rows: [] });
  return { ...answer, receipt: null, results };
}
