import { postureLimits } from "../../contract/posture.ts";
import type { Chain } from "../../contract/summary.ts";
import type { AgentRecord, InvestigationRecord } from "../../store/records.ts";
import { effectsOf } from "../hosts/tag-policies.ts";
import { depthLimits } from "../model/limits.ts";
import type { Hop, RootPath, RootPaths } from "../pathfinder/model/types.ts";
import type { ChainDraft } from "../pathfinder/report/chain-draft.ts";
import { chainOfPath } from "../pathfinder/report/chain-of-path.ts";
import { type PathPlan, removeDeletedAgents } from "../pathfinder/run/find-chains.ts";
import { isFresh } from "../pathfinder/run/fresh-hops.ts";
import type { BrainServices } from "../ports/services.ts";

/** A path to root and its published chain. */
export interface WayToRoot {
  chain: Chain;
  root: RootPath;
}

export interface WaysToRoot extends Pick<RootPaths, "counts" | "cutShort"> {
  /** Confirmed ones first, each group by cost. */
  ways: WayToRoot[];
}

interface Search {
  services: BrainServices;
  publisher: {
    setChains(chains: ChainDraft[], tagsOf: (agentId: string) => Record<string, string>): void;
    chains(): Chain[];
  };
  signal: AbortSignal;
}

/** Searches the hosts that answered for paths to root, and publishes them as chains. */
export async function findWaysToRoot(
  { account_id, depth }: InvestigationRecord,
  { plan, answered, sinceMs }: { plan: PathPlan; answered: AgentRecord[]; sinceMs: number },
  { services, publisher, signal }: Search,
): Promise<WaysToRoot> {
  const known = services.pathfinder.estateOf(account_id);
  removeDeletedAgents(known, plan.everyone);
  const { maxSteps, searchTimeoutMs } = depthLimits[depth];
  const { paths, counts, cutShort } = await known.estate.findRootPaths(
    {
      agentIds: new Set(answered.map(({ agent_id }) => agent_id)),
      limit: postureLimits.paths,
      maxSteps,
      timeoutMs: searchTimeoutMs,
    },
    signal,
  );
  const byId = new Map(answered.map((agent) => [agent.agent_id, agent]));
  const tagsOf = (agentId: string) => byId.get(agentId)?.tags ?? {};
  const terms = {
    criticalityOf: (agentId: string) => effectsOf(plan.policies, tagsOf(agentId)).criticality,
    isFresh: (hop: Hop) => isFresh(hop, sinceMs),
    unanswered: new Set<string>(),
  };
  const drafts = paths
    .map((root) => ({ root, chain: chainOfPath(root.path, terms) }))
    .sort((a, b) => Number(isConfirmed(b)) - Number(isConfirmed(a)));
  publisher.setChains(
    drafts.map(({ chain }) => chain),
    tagsOf,
  );
  const chains = publisher.chains();
  const ways = drafts.map(({ root }, at) => ({ root, chain: chains[at]! }));
  return { ways, counts, cutShort };
}

const isConfirmed = ({ chain }: { chain: ChainDraft }) => chain.status === "confirmed";
