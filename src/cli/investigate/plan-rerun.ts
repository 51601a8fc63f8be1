import type { Client } from "../../client/types.ts";
import type {
  Investigation,
  TriggerRequest,
  TriggerResponse,
} from "../../contract/investigation.ts";
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
  const scope = scopeWithout(recommended_scope ?? request.scope, offline.ids);
  const { query, depth, follow_up_of } = request;
  const isUseful = ids.length === 0 || offline.ids.size < ids.length;
  return {
    request: isUseful
      ? { query, depth, mode: "live", scope, ...(follow_up_of && { follow_up_of }) }
      : null,
    reason,
    offline: offline.names,
  };
}

function scopeWithout(scope: TriggerRequest["scope"], offline: ReadonlySet<string>) {
  const ids = scope?.filter?.agent_ids;
  if (!scope || !ids || offline.size === 0) return scope;
  return { ...scope, filter: { ...scope.filter, agent_ids: ids.filter((id) => !offline.has(id)) } };
}

/** Of these agents, those that are not connected; none where a server or a key doesn't list agents. */
async function offlineOf(
  client: Pick<Client, "agents">,
  ids: string[],
): Promise<{ ids: ReadonlySet<string>; names: string[] }> {
  const wanted = new Set(ids);
  const offline = new Map<string, string>();
  let listed = 0;
  try {
    for await (const page of wanted.size > 0 ? client.agents({}) : []) {
      for (const { agent_id, hostname, status } of page)
        if (wanted.has(agent_id) && status !== "Connected") offline.set(agent_id, hostname);
      listed += page.length;
      if (listed >= mostAgents) break;
    }
  } catch {
    return { ids: new Set(), names: [] };
  }
  return { ids: new Set(offline.keys()), names: [...offline.values()].sort() };
}

/** An answer with the findings of the hosts that were asked again as they are now. */
export function withRerun(first: Investigation, { request }: Rerun, live: Investigation) {
  if (live.status !== "completed") return first;
  const again = new Set(request?.scope?.filter?.agent_ids);
  const kept = again.size > 0 ? first.findings.filter(({ agent_id }) => !again.has(agent_id)) : [];
  return { ...live, findings: [...kept, ...live.findings] };
}
