import type { Chain } from "../../../contract/summary.ts";

/** A chain before it has an id. */
export type ChainDraft = Omit<Chain, "chain_id">;
