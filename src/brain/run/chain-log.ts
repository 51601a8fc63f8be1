import type { Chain } from "../../contract/summary.ts";
import { newId } from "../../core/ids.ts";
import type { ChainDraft } from "../pathfinder/report/chain-draft.ts";

/** The chains of one run, and those that are not published yet. */
export interface ChainLog {
  all(): Chain[];
  /** Replaces the chains; one that was there before keeps its id. */
  set(drafts: ChainDraft[], nowMs: number): void;
  /** Returns the chains to publish, once: new ones, and those that have become confirmed. */
  takeUnpublished(): Chain[];
}

/** `published` are the chains that the run published before it was resumed. */
export function createChainLog(published: Chain[]): ChainLog {
  const known = new Map(published.map((chain) => [chainIdentity(chain), chain]));
  let all = published;
  let unpublished: Chain[] = [];
  return {
    all: () => all,
    set(drafts, nowMs) {
      const chains = drafts.map((draft) => {
        const before = known.get(chainIdentity(draft));
        const chain = { ...draft, chain_id: before?.chain_id ?? newId("chn", nowMs) };
        if (before?.status !== chain.status) unpublished.push(chain);
        known.set(chainIdentity(chain), chain);
        return chain;
      });
      all = chains;
    },
    takeUnpublished() {
      const batch = unpublished;
      unpublished = [];
      return batch;
    },
  };
}

/** Chains over the same edges are the same chain, whatever proves them. */
export function chainIdentity({ steps }: Pick<Chain, "steps">): string {
  return steps.map(({ edge, from, to }) => `${edge} ${from.id} ${to.id}`).join("\n");
}
