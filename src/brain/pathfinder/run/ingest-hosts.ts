import type { Mode } from "../../../contract/common.ts";
import type { PlanStatement, StatementResult } from "../../../contract/plan.ts";
import type { Receipt } from "../../../contract/receipt.ts";
import { isoTime } from "../../../core/clock.ts";
import type { AgentRecord, PolicyRecord } from "../../../store/records.ts";
import { askHost } from "../../hosts/ask-host.ts";
import { effectsOf, type PolicyEffects } from "../../hosts/tag-policies.ts";
import type { HostAnswer } from "../../model/host-answer.ts";
import { type DepthLimits, maxRowsPerStatement } from "../../model/limits.ts";
import type { BrainServices } from "../../ports/services.ts";
import type { KnownEstate } from "../model/pathfinder.ts";
import type { HostFacts } from "../model/types.ts";

/** What a host is asked for its edges with. */
export interface IngestTerms {
  known: KnownEstate;
  services: BrainServices;
  investigationId: string;
  mode: Mode;
  policies: PolicyRecord[];
  limits: DepthLimits;
  signal: AbortSignal;
  /** Takes up what a host signed: its chains' proofs are in it. */
  storeReceipt(receipt: Receipt): void;
}

/**
 * Makes one host's edges from what it says now, or leaves them as they are where the mode allows
 * that and nothing has changed. A host that says nothing keeps the edges it had.
 */
export async function ingestHost(agent: AgentRecord, taking: IngestTerms): Promise<HostAnswer> {
  const { known, services, policies } = taking;
  const effects = effectsOf(policies, agent.tags);
  const snapshot = (await services.store.find("snapshot", agent.id))?.record;
  const version = versionOf(agent, effects, snapshot?.blob);
  const before = known.ingested.get(agent.agent_id);
  // What an earlier run was told live is for this one a thing of the past.
  if (before?.version === version && isGoodEnough(agent, taking))
    return { ...before.answer, source: "cached" };
  const askedAt = isoTime(services.clock.now());
  const answer = await askHost(
    agent,
    {
      investigationId: taking.investigationId,
      mode: taking.mode,
      statements: statementsFor(agent, taking),
      deniedBy: effects.deniedBy,
      snapshotFreshMs: taking.limits.snapshotFreshMs,
      timeoutMs: taking.limits.planTimeoutMs,
      signal: taking.signal,
    },
    services,
  );
  if (answer.receipt) taking.storeReceipt(answer.receipt);
  if (answer.gap) return answer;
  const collectedAt = answer.source === "live" ? askedAt : (snapshot?.collected_at ?? askedAt);
  known.estate.replace(factsOf(answer, { effects, collectedAt }));
  const kept = withoutRows(answer);
  known.ingested.set(agent.agent_id, { version, answer: kept });
  return kept;
}

/** What a host's edges depend on besides the time. */
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

function statementsFor({ os }: AgentRecord, { services, limits }: IngestTerms): PlanStatement[] {
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
