import type { Client } from "../../client/types.ts";
import type { Agent } from "../../contract/agent.ts";
import { AppError } from "../../core/errors.ts";
import { idFor } from "./resolve-ids.ts";

export type AgentFinder = Pick<Client, "agent" | "agents">;

/** A larger fleet is not searched to its end. */
const mostAgents = 10_000;

/** The agent with the id; if there is none, the only one whose id begins with the word. */
export async function findAgent(client: AgentFinder, word: string): Promise<Agent> {
  try {
    return await client.agent(word);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "not_found") throw error;
    const id = idFor(word, await agentIds(client));
    if (id === undefined) throw error;
    return client.agent(id);
  }
}

async function agentIds({ agents }: AgentFinder): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of agents({})) {
    ids.push(...page.map(({ agent_id }) => agent_id));
    if (ids.length >= mostAgents) break;
  }
  return ids;
}
