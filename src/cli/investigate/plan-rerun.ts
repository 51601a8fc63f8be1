import type { Client } from "../../client/types.ts";
import type { Agent } from "../../contract/agent.ts";
import type {
  Investigation,
  TriggerRequest,
  TriggerResponse,
} from "../../contract/investigation.ts";
import { gatherAgents } from "../agents/gather-agents.ts";
import { rerunAdvice } from "./outcome.ts";

/** A live run of the hosts whose data is stale. */
export interface Rerun {
  /** Null if none of them is connected. */
  request: TriggerRequest | null;
  /** The contract's recommendation may come without a reason. */
  reason: string;
  /** Stale hosts that a live run would not reach. */
  offline: string[];
}

/** A larger fleet's states are not listed: a rerun then asks every stale host. */
const mostAgents = 10_000;

/** What a live rerun could add to an answer; null if nothing. */
export async function planRerun(
  client: Pick<Client, "agents">,
  request: TriggerRequest,
  {
    investigation,
    accepted,
  }: { investigation: Investigation; accepted: Pick<TriggerResponse, "freshness"> },
): Promise<Rerun | null> {
  const advice = rerunAdvice(investigation, accepted);
  if (!advice) return null;
  const { reason = "The data is stale.", recommended_scope } = advice;
  const ids = recommended_scope?.filter?.agent_ids ?? [];
  const offline = await offlineOf(client, ids);
  const scope = scopeWithout(recommended_scope ?? request.scope, offline);
  const { query, depth, follow_up_of } = request;
  const isUseful = ids.length === 0 || offline.length < ids.length;
  return {
    request: isUseful
      ? { query, depth, mode: "live", scope, ...(follow_up_of && { follow_up_of }) }
      : null,
    reason,
    offline: offline.map(({ hostname }) => hostname).sort(),
  };
}

function scopeWithout(scope: TriggerRequest["scope"], offline: Agent[]) {
  const ids = scope?.filter?.agent_ids;
  if (!scope || !ids) return scope;
  const left = new Set(offline.map(({ agent_id }) => agent_id));
  return { ...scope, filter: { ...scope.filter, agent_ids: ids.filter((id) => !left.has(id)) } };
}

/** Of these agents, those that are not connected; none where a server or a key doesn't list agents. */
async function offlineOf(client: Pick<Client, "agents">, ids: string[]): Promise<Agent[]> {
  if (ids.length === 0) return [];
  const wanted = new Set(ids);
  try {
    const { agents } = await gatherAgents(client, { limit: mostAgents, all: false });
    return agents.filter(({ agent_id, status }) => wanted.has(agent_id) && status !== "Connected");
  } catch {
    return [];
  }
}

/** An answer with the findings of the hosts that were asked again as they are now. */
export function withRerun(first: Investigation, { request }: Rerun, live: Investigation) {
  if (live.status !== "completed") return first;
  const again = new Set(request?.scope?.filter?.agent_ids);
  const kept = again.size > 0 ? first.findings.filter(({ agent_id }) => !again.has(agent_id)) : [];
  return { ...live, findings: [...kept, ...live.findings] };
}
