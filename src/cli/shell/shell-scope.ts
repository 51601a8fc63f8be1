import { AppError } from "../../core/errors.ts";
import { type AgentFinder, findAgent } from "../agents/find-agent.ts";
import type { AskFlags } from "../investigate/trigger-request.ts";

/** The hosts that a shell asks. */
export type ShellScope = Pick<AskFlags, "tag" | "agent" | "last-seen-within">;

/** The scope of words such as `env=prod` and `web-1`; `all` alone is every host. */
export async function scopeOfWords(words: string[], client: AgentFinder): Promise<ShellScope> {
  if (words.length === 1 && words[0] === "all") return {};
  const tag = words.filter((word) => word.includes("="));
  const agent: string[] = [];
  for (const word of words) {
    if (!word.includes("=")) agent.push(await agentIdOf(word, client));
  }
  return { ...(tag.length > 0 && { tag }), ...(agent.length > 0 && { agent }) };
}

async function agentIdOf(word: string, client: AgentFinder): Promise<string> {
  try {
    return (await findAgent(client, word)).agent_id;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "not_found") throw error;
    throw new AppError("not_found", `There is no host ${word}.`, {
      hint: "Press Tab to complete host names, and write tags as key=value.",
      kind: "not_found",
    });
  }
}

/** The scope as words; empty for every host. */
export function scopeWords({ tag = [], agent = [], "last-seen-within": age }: ShellScope): string {
  return [...tag, ...agent, ...(age === undefined ? [] : [`seen within ${age}`])].join(" ");
}
