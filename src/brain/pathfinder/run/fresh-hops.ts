import type { Hop, Path } from "../model/types.ts";

/** Whether a hop rests on what its host said since then. */
export function isFresh({ source, collectedAt }: Hop, sinceMs: number): boolean {
  return source === "live" && Date.parse(collectedAt) >= sinceMs;
}

/** The hosts, by agent id, that have not been asked since then and that one of these ways rests on. */
export function staleHosts(ways: Path[], sinceMs: number): string[] {
  const stale = ways.flatMap(({ hops }) => hops.filter((hop) => !isFresh(hop, sinceMs)));
  return [...new Set(stale.map(({ agent_id }) => agent_id))];
}
