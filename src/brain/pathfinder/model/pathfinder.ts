import type { PlanStatement } from "../../../contract/plan.ts";
import type { HostAnswer } from "../../model/host-answer.ts";
import type { EstatePort } from "./types.ts";

/** What is known of the ways through one account's estate, between its questions. */
export interface KnownEstate {
  estate: EstatePort;
  /** By agent id: what the host's edges were made from, and what of it could not be seen. */
  ingested: Map<string, IngestedHost>;
}

export interface IngestedHost {
  /** Differs when the host has to be taken in anew. */
  version: string;
  /** Its answer without the rows. */
  answer: HostAnswer;
}

/** Ways through the estates of all accounts. */
export interface Pathfinder {
  /** What a host with this operating system is asked for its edges with. */
  statementsFor(os: string): Pick<PlanStatement, "id" | "sql">[];
  estateOf(accountId: string): KnownEstate;
}

/** Estates live in memory alone: each is made from snapshots at its account's first question about ways. */
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
