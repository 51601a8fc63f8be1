import type { Told } from "./narrate.ts";
import { count, list } from "./words.ts";

/** What could not be seen: names nobody has, hosts that did not answer, parts of tables. */
export function tellGaps({ unknownHosts, coverage, answers }: Told): string[] {
  const told: string[] = [];
  if (unknownHosts.length > 0) told.push(`No agent in scope is called ${list(unknownHosts, 5)}.`);
  if (coverage.unanswered.length > 0) {
    const names = coverage.unanswered.map(
      ({ agent_id, reason }) => `${agent_id} (${reason.replace("_", " ")})`,
    );
    told.push(
      `${count(coverage.unanswered.length, "host")} of ${coverage.agents_targeted} did not answer: ${list(names, 5)}.`,
    );
  }
  const partial = new Set<string>();
  for (const { agent, results } of answers) {
    for (const { error, gaps } of results.values()) {
      if (!error) for (const { detail } of gaps) partial.add(`${agent.hostname}: ${detail}`);
    }
  }
  if (partial.size > 0) told.push(`Not seen: ${list([...partial], 5)}.`);
  return told;
}
