import type { PlanStatement } from "../../../contract/plan.ts";
import type { HostAnswer } from "../../model/host-answer.ts";
import type { EstatePort } from "./types.ts";

/** The estate of one account, kept between its questions. */
export interface KnownEstate {
  estate: EstatePort;
  /**
   * By agent id: the version that the host's edges were made from, and which tables couldn't be
   * read.
   */
  ingested: Map<string, IngestedHost>;
}

export interface IngestedHost {
  /** Changes when the host has to be ingested again. */
  version: string;
  /** Its answer without the rows. */
  answer: HostAnswer;
}

/** The estates of all accounts. */
export interface Pathfinder {
  /** The statements that collect a host's edges, for its operating system. */
  statementsFor(os: string): Pick<PlanStatement, "id" | "sql">[];
  estateOf(accountId: string): KnownEstate;
}

/**
 * Estates live only in memory: each is built from snapshots when its account first asks about
 * paths.
 */
export function createPathfinder({
  statementsFor,
  openEstate,
}: Pick<Pathfinder, "statementsFor"> & {
  openEstate: (accountId: string) => EstatePort;
}): Pathfinder {
  const estates = new Map<string, KnownEstate>();
  return {
    statementsFor,
    estateOf(accountId) {
      const known = estates.get(accountId) ?? {
        estate: openEstate(accountId),
        ingested: new Map(),
      };
      estates.set(accountId, known);
      return known;
    },
  };
}
