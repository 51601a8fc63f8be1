import { advisoryTable } from "../advisories/join-rows.ts";
import { refusalsOf } from "../hosts/coverage.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import { count, didYouMean, list } from "../text/wording.ts";
import type { NarrativeInput } from "./narrative-input.ts";

/** The gaps: unknown host names, hosts that did not answer, tables that were read only in part. */
export function describeGaps({
  unknownHosts,
  similarHosts,
  coverage,
  answers,
}: NarrativeInput): string[] {
  const lines: string[] = [];
  if (unknownHosts.length > 0) {
    const similar = didYouMean(similarHosts);
    lines.push(`No agent in scope is called ${list(unknownHosts, 5)}.${similar}`);
  }
  if (coverage.unanswered.length > 0) {
    const names = coverage.unanswered.map(
      ({ agent_id, reason }) => `${agent_id} (${reason.replace("_", " ")})`,
    );
    lines.push(
      `${count(coverage.unanswered.length, "host")} of ${coverage.agents_targeted} did not answer: ${list(names, 5)}.`,
    );
  }
  for (const refusal of refusalsOf(answers).slice(0, 3)) lines.push(`${refusal}.`);
  const partial = new Set<string>();
  for (const { agent, results } of answers) {
    for (const { error, gaps } of results.values()) {
      if (error) continue;
      for (const { table, detail } of gaps)
        if (table !== advisoryTable) partial.add(`${agent.hostname}: ${detail}`);
    }
  }
  if (partial.size > 0) lines.push(`Not seen: ${list([...partial], 5)}.`);
  const leftOut = deniedTables(answers);
  if (leftOut.length > 0) lines.push(`Left out: ${list(leftOut, 5)}.`);
  return lines;
}

/** Tables that policies deny, each with the affected hosts. */
function deniedTables(answers: HostAnswer[]): string[] {
  const denials = answers.flatMap(({ agent, results }) =>
    [...results.values()]
      .filter(({ error }) => error?.reason === "policy")
      .flatMap(({ gaps }) => gaps.filter(({ reason }) => reason === "policy"))
      .map(({ table, detail }) => ({ table, detail, host: agent.hostname })),
  );
  const kinds = new Map<string, { table: string; detail: string; hosts: Set<string> }>();
  for (const { table, detail, host } of denials) {
    const key = `${table} ${detail}`;
    kinds.set(key, kinds.get(key) ?? { table, detail, hosts: new Set() });
    kinds.get(key)?.hosts.add(host);
  }
  return [...kinds.values()].map(
    ({ table, detail, hosts }) => `${table} on ${list([...hosts], 5)} (${detail})`,
  );
}
