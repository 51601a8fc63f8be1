import type { Client } from "../../client/types.ts";
import type { Agent } from "../../contract/agent.ts";
import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { usageError } from "../errors/usage-error.ts";
import { idFor } from "../ids/resolve-ids.ts";
import { gatherAgents } from "./gather-agents.ts";

export type AgentFinder = Pick<Client, "agent" | "agents">;

/** A larger fleet is not searched to its end. */
const mostAgents = 10_000;

/** The agent with the id or host name; if there is none, the only one whose id begins with the word. */
export async function findAgent(client: AgentFinder, word: string): Promise<Agent> {
  try {
    return await client.agent(word);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "not_found") throw error;
    const { agents } = await gatherAgents(client, { limit: mostAgents, all: false });
    const named = agents.filter(({ hostname }) => hostname?.toLowerCase() === word.toLowerCase());
    if (named.length > 1) throw severalCalled(word, named);
    const ids = agents.map(({ agent_id }) => agent_id);
    const id = named[0]?.agent_id ?? idFor(word, ids);
    if (id === undefined) throw error;
    return client.agent(id);
  }
}

function severalCalled(name: string, agents: Agent[]): AppError {
  return usageError(
    escapeControl(`${agents.length} hosts are called ${name}.`),
    escapeControl(`Pass one of their ids: ${agents.map(({ agent_id }) => agent_id).join(", ")}.`),
  );
}
