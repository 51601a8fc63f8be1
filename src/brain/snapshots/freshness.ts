import { type Depth, everyAgent, type Mode, type Scope } from "../../contract/common.ts";
import type { Freshness } from "../../contract/investigation.ts";
import { isoTime } from "../../core/clock.ts";
import type { AgentRecord } from "../../store/records.ts";
import { depthLimits } from "../model/limits.ts";
import { count } from "../text/wording.ts";

/** The age of these agents' snapshots, and whether a live rerun is recommended. */
export function describeFreshness(
  agents: AgentRecord[],
  /** Collection time of each agent's latest snapshot, ISO; agents without one are absent. */
  latest: ReadonlyMap<string, string>,
  { mode, depth, nowMs }: { mode: Mode; depth: Depth; nowMs: number },
): Freshness {
  const staleAfterMs = depthLimits[depth].snapshotFreshMs;
  const ages = agents.map((agent) => {
    const at = latest.get(agent.agent_id);
    return { agent, at, ageMs: at === undefined ? null : Math.max(0, nowMs - Date.parse(at)) };
  });
  const never = ages.filter(({ ageMs }) => ageMs === null);
  const stale = ages.filter(({ ageMs }) => ageMs !== null && ageMs > staleAfterMs);
  const times = ages.flatMap(({ at }) => at ?? []).sort();
  const outdated = [...stale, ...never].map(({ agent }) => agent.agent_id);
  return {
    mode,
    evaluated_at: isoTime(nowMs),
    newest_at: times.at(-1) ?? null,
    oldest_at: times[0] ?? null,
    max_age_seconds:
      times[0] === undefined ? null : Math.floor(Math.max(0, nowMs - Date.parse(times[0])) / 1000),
    agents: {
      matched: agents.length,
      fresh: agents.length - outdated.length,
      stale: stale.length,
      never: never.length,
    },
    stale_after_seconds: staleAfterMs / 1000,
    recommendation: {
      should_rerun_live: outdated.length > 0,
      reason: reasonFor(agents.length, stale.length, never.length),
      recommended_scope: scopeOf(outdated),
    },
  };
}

/** A scope holds at most 1,000 ids; beyond that it selects every agent. */
function scopeOf(outdated: string[]): Scope | null {
  if (outdated.length === 0) return null;
  if (outdated.length > 1000) return everyAgent;
  return { type: "selector", filter: { agent_ids: outdated } };
}

function reasonFor(matched: number, stale: number, never: number): string {
  if (matched === 0) return "No agent matches the scope.";
  if (stale + never === 0) return "Every agent's snapshot is fresh.";
  const parts = [
    stale > 0 ? `${have(stale, matched)} a stale snapshot` : "",
    never > 0 ? `${have(never, matched)} ${stale > 0 ? "none" : "no snapshot"} yet` : "",
  ].filter(Boolean);
  return `${parts.join(", and ")}.`;
}

function have(some: number, matched: number): string {
  return `${some} of ${count(matched, "agent")} ${some === 1 ? "has" : "have"}`;
}
