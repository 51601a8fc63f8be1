import type { Client } from "../../client/types.ts";
import type { Agent } from "../../contract/agent.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { type AgentFinder, findAgent } from "./find-agent.ts";

/** Fetches all agents before any is removed, so that a missing one fails early. */
export async function findAgents(client: AgentFinder, ids: string[]): Promise<Agent[]> {
  const agents = new Map<string, Agent>();
  for (const id of ids) {
    const agent = await findAgent(client, id);
    agents.set(agent.agent_id, agent);
  }
  return [...agents.values()];
}

/** The confirmation before agents are removed. */
export function removalQuestion(agents: Agent[]): string {
  const [first, ...others] = agents;
  const running = agents.filter(({ status }) => status === "Connected").length;
  const what = others.length === 0 ? `the agent ${first?.agent_id}` : `${agents.length} agents`;
  return escapeControl(`Remove ${what}${reconnectNote(running, agents.length)}?`);
}

/** Removes one after the other; stops at the first failure. */
export async function removeAgents(
  client: Pick<Client, "removeAgent">,
  agents: Agent[],
): Promise<void> {
  for (const { agent_id } of agents) await client.removeAgent(agent_id);
}

function reconnectNote(running: number, all: number): string {
  if (running === 0) return "";
  if (all === 1) return " (it runs, and will register again unless it is stopped)";
  return ` (${running} of them run, and will register again unless they are stopped)`;
}
