import type { Chain } from "../../contract/summary.ts";
import { newId } from "../../core/ids.ts";
import type { ChainDraft } from "../pathfinder/report/chain-draft.ts";

/** The chains of one run, and which of them have still to be told. */
export interface ToldChains {
  all(): Chain[];
  /** These take the place of those before; one that was there keeps its id. */
  set(drafts: ChainDraft[], nowMs: number): void;
  /** What was not yet told as it is now: new ones, and those that have become confirmed. */
  takeFresh(): Chain[];
}

/** `told` are those that the run told before it was taken up again. */
export function createToldChains(told: Chain[]): ToldChains {
  const known = new Map(told.map((chain) => [identityOf(chain), chain]));
  let all = told;
  let fresh: Chain[] = [];
  return {
    all: () => all,
    set(drafts, nowMs) {
      const chains = drafts.map((draft) => {
        const before = known.get(identityOf(draft));
        const chain = { ...draft, chain_id: before?.chain_id ?? newId("chn", nowMs) };
        if (before?.status !== chain.status) fresh.push(chain);
        known.set(identityOf(chain), chain);
        return chain;
      });
      all = chains;
    },
    takeFresh() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}

/** The same way over the same edges is the same chain, whatever proves it now. */
function identityOf({ steps }: ChainDraft): string {
  return steps.map(({ edge, from, to }) => `${edge} ${from.id} ${to.id}`).join("\n");
}
