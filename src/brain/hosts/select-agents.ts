import type { Scope } from "../../contract/common.ts";
import type { Reading } from "../../contract/reading.ts";
import { parseDuration } from "../../core/duration.ts";
import { ownValue } from "../../core/own-value.ts";
import { nearest } from "../../core/suggest.ts";
import { everyPage, type Store } from "../../store/port/store.ts";
import type { AgentRecord } from "../../store/records.ts";

/** Every agent of an account. */
export async function agentsOf(store: Store, account: string): Promise<AgentRecord[]> {
  const agents: AgentRecord[] = [];
  for await (const page of everyPage(store, "agent", { account })) agents.push(...page);
  return agents;
}

/** The agents that a scope selects. */
export function selectInScope(agents: AgentRecord[], scope: Scope, nowMs: number): AgentRecord[] {
  const filter = scope.filter ?? {};
  const withinMs =
    filter.last_seen_within === undefined ? null : parseDuration(filter.last_seen_within);
  const ids = filter.agent_ids && new Set(filter.agent_ids);
  return agents.filter(
    (agent) =>
      hasTags(agent, filter.tags ?? {}) &&
      (!ids || ids.has(agent.agent_id)) &&
      (withinMs === null ||
        (agent.last_heartbeat_at !== null &&
          nowMs - Date.parse(agent.last_heartbeat_at) <= withinMs)),
  );
}

/** The agents that the question itself names, and names that match no agent in scope. */
export function selectNamed(
  agents: AgentRecord[],
  reading: Pick<Reading, "hosts" | "tags">,
): { agents: AgentRecord[]; unknownHosts: string[] } {
  const patterns = reading.hosts.map((name) => ({ name, matches: hostPattern(name) }));
  const matching = agents.filter(
    (agent) =>
      hasTags(withSystem(agent, reading.tags.os), reading.tags) &&
      (patterns.length === 0 || patterns.some(({ matches }) => matches(agent))),
  );
  const unknownHosts = patterns
    .filter(({ matches }) => !agents.some(matches))
    .map(({ name }) => name);
  return { agents: matching, unknownHosts };
}

const mostNear = 3;

const tagText = ([key, value]: [string, string]) => `${key}=${value}`;

/** Hosts and tags whose names are similar to unknown ones. */
export function nearestNames(unknown: string[], agents: AgentRecord[]): string[] {
  const tags = agents.flatMap(({ tags }) => Object.entries(tags));
  const names = new Map([
    ...tags.map((tag): [string, string] => [tag[1].toLowerCase(), tagText(tag)]),
    ...tags.map((tag): [string, string] => [tagText(tag).toLowerCase(), tagText(tag)]),
    ...agents.map(({ hostname }): [string, string] => [hostname.toLowerCase(), hostname]),
  ]);
  const near = unknown.flatMap((name) => nearest(name.toLowerCase(), names.keys(), mostNear));
  return [...new Set(near.map((name) => names.get(name) ?? name))].slice(0, mostNear);
}

export function hasTags(agent: Pick<AgentRecord, "tags">, tags: Record<string, string>): boolean {
  return Object.entries(tags).every(
    ([key, value]) => ownValue(agent.tags, key)?.toLowerCase() === value.toLowerCase(),
  );
}

/** Common names of operating systems, by the name that agents report. */
const systemNames: Record<string, string[]> = { darwin: ["macos"], windows: ["win"] };

/** "The windows servers" are the hosts with that tag, and untagged hosts that run Windows. */
function withSystem({ tags, os, os_version }: AgentRecord, wanted?: string) {
  if (wanted === undefined || tags.os !== undefined) return { tags };
  const value = wanted.toLowerCase();
  const names = [
    os,
    ...(ownValue(systemNames, os) ?? []),
    ...os_version.toLowerCase().split(/[^a-z]+/),
  ];
  return { tags: names.includes(value) ? { ...tags, os: wanted } : tags };
}

/** Host names ignore case, `*` matches anything, and a short name matches its full name. */
export function hostPattern(
  name: string,
): (agent: Pick<AgentRecord, "hostname" | "agent_id">) => boolean {
  const escaped = name.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  const pattern = new RegExp(`^${escaped}(\\..*)?$`, "i");
  return (agent) => pattern.test(agent.hostname) || pattern.test(agent.agent_id);
}
