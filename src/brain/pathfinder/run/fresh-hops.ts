import type { Hop, Path } from "../model/types.ts";

/** Whether the hop's host reported it since then. */
export function isFresh({ source, collectedAt }: Hop, sinceMs: number): boolean {
  return source === "live" && Date.parse(collectedAt) >= sinceMs;
}

/** Agent ids of the hosts behind these paths that haven't answered since then. */
export function staleHosts(paths: Path[], sinceMs: number): string[] {
  const stale = paths.flatMap(({ hops }) => hops.filter((hop) => !isFresh(hop, sinceMs)));
  return [...new Set(stale.map(({ agent_id }) => agent_id))];
}
