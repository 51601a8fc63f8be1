import type { HostRecord } from "../model/host-record.ts";
import type { PathOutcome } from "../model/types.ts";
import { hostNode } from "../rules/nodes.ts";
import { rankTargets } from "../search/rank-targets.ts";
import { ordinaryAccountsOf, rootAccountsOf } from "./accounts.ts";
import { createExplainedWalk, type SearchContext } from "./search-context.ts";

const counted = 20;

/** Ranks hosts by the cost of getting root there, then by how many accounts of other hosts can. */
export function rankHosts(
  context: SearchContext,
  { entries, hosts }: { entries: readonly number[]; hosts: HostRecord[] },
): Pick<PathOutcome, "ranking" | "cutShort"> {
  const { estate, avoid, budget } = context;
  const endGroups = hosts.map((host) => rootAccountsOf(estate, host));
  const accounts = [...estate.hosts.values()].flatMap((host) => ordinaryAccountsOf(estate, host));
  const walk = createExplainedWalk(context, { ends: entries, without: avoid });
  const { ranked, cutShort } = rankTargets(walk.graph, {
    entries,
    endGroups,
    startGroups: accounts.map((node) => [node]),
    counts: (start, end) => estate.nodes.host(accounts[start]!) !== hosts[end]!.slot,
    top: counted,
    maxSteps: walk.maxSteps,
    budget,
  });
  const ranking = ranked.map(({ endGroup, cost, startGroups }) => ({
    host: hostNode(hosts[endGroup]!),
    cost,
    accounts: startGroups ?? 0,
  }));
  return { ranking, cutShort };
}
