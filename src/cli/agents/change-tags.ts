import type { Client } from "../../client/types.ts";
import type { Agent } from "../../contract/agent.ts";
import type { Tags } from "../../contract/common.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseTags } from "../flags/parse-values.ts";
import { type AgentFinder, findAgent } from "./find-agent.ts";

type AgentClient = AgentFinder & Pick<Client, "updateAgent">;

/** Gives an agent tags on top of those it has; one it has already takes the new value. */
export async function tagAgent(client: AgentClient, id: string, words: string[]): Promise<Agent> {
  const added = tagsToAdd(words);
  const agent = await findAgent(client, id);
  return changeTags(client, agent, { ...agent.tags, ...added });
}

/** Takes tags from an agent; `missing` are the words that name none of its tags. */
export async function untagAgent(
  client: AgentClient,
  id: string,
  words: string[],
): Promise<{ agent: Agent; missing: string[] }> {
  if (words.length === 0)
    throw usageError("No tags to remove were given.", "Give their keys, for example env.");
  const agent = await findAgent(client, id);
  const { tags, missing } = withoutTags(agent.tags, words);
  return { agent: await changeTags(client, agent, tags), missing };
}

/** The tags that words such as `env=prod` and `web` give. */
export function tagsToAdd(words: string[]): Tags {
  if (words.length === 0) throw usageError("No tags were given.", "Write them as key=value.");
  const keys = words.map((word) => word.split("=")[0]);
  const twice = keys.find((key, at) => keys.indexOf(key) < at);
  if (twice !== undefined) throw usageError(`The tag "${twice}" is given twice.`, "Give it once.");
  return parseTags(words);
}

/** `env` takes the tag away whatever its value, `env=prod` only if it has that value. */
export function withoutTags(tags: Tags, words: string[]): { tags: Tags; missing: string[] } {
  const keys = words.map((word) => [word, keyOf(tags, word)] as const);
  const gone = new Set(keys.map(([, key]) => key));
  return {
    tags: Object.fromEntries(Object.entries(tags).filter(([key]) => !gone.has(key))),
    missing: keys.filter(([, key]) => key === undefined).map(([word]) => word),
  };
}

/** Notes about tags that the agent doesn't have, which is not an error. */
export function missingTagLines({ agent_id }: Agent, missing: string[]): string[] {
  return missing.map((word) => escapeControl(`${agent_id} has no tag ${word}.`));
}

function keyOf(tags: Tags, word: string): string | undefined {
  if (Object.hasOwn(tags, word)) return word;
  return Object.keys(tags).find((key) => word === `${key}=${tags[key]}`);
}

/** An agent that has just these tags already is left alone. */
async function changeTags(client: AgentClient, agent: Agent, tags: Tags): Promise<Agent> {
  const asText = (some: Tags) => JSON.stringify(Object.entries(some).sort());
  if (asText(agent.tags) === asText(tags)) return agent;
  return client.updateAgent(agent.agent_id, { tags });
}
