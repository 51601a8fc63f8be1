import type { Client } from "../../client/types.ts";
import type { Agent } from "../../contract/agent.ts";
import { parseTags } from "../flags/parse-values.ts";
import type { AgentFlags } from "./agent-flags.ts";

/** The maximum, and default, number of agents per page. */
const maxPageSize = 1000;

export interface AgentListing {
  agents: Agent[];
  /** Whether there are agents beyond the limit. */
  more: boolean;
}

/** The agents that were asked for, by id, up to the limit or all of them. */
export async function gatherAgents(
  client: Pick<Client, "agents">,
  { status, tag, limit, all }: AgentFlags & { limit: number; all: boolean },
  signal?: AbortSignal,
): Promise<AgentListing> {
  const wanted = all ? Number.POSITIVE_INFINITY : limit;
  // A cursor doesn't show whether more agents match the filter, so one more than needed is fetched.
  const pageSize = wanted < maxPageSize ? { limit: wanted + 1 } : {};
  const query = { status, tags: tagWords(tag), ...pageSize };
  const agents: Agent[] = [];
  for await (const page of client.agents(query, { signal })) {
    agents.push(...page);
    if (agents.length > wanted) break;
  }
  const more = agents.length > wanted;
  return { agents: more ? agents.slice(0, wanted) : agents, more };
}

/** Tags in the format of the listing's query, validated before anything is sent. */
function tagWords(words: string[] | undefined): string[] | undefined {
  return words && Object.entries(parseTags(words)).map(([key, value]) => `${key}=${value}`);
}
