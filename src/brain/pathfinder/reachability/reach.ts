import type { IpRange } from "../../../core/ip.ts";
import type { Guard } from "../model/guard-table.ts";
import type { HostNetwork } from "../model/host-network.ts";
import type { ReachFact } from "../rules/reaches-rules.ts";

/**
 * The row of a fact that proves or refutes it: a fact of the source ("from") or of the target
 * ("to").
 */
export interface ReachProof {
  side: "from" | "to";
  fact: ReachFact;
  row: number;
}

/** Whether one host reaches a port of another, and how that is known. */
export interface Reach {
  state: "proven" | "inferred" | "refuted";
  why: string | null;
  proof: ReachProof | null;
  /** The port to which the source has to connect, from which the host redirects it. */
  entry?: number;
}

export type ReachState = Reach["state"];

/** In ascending order of badness: the worst of several states has the highest code. */
export const reachStates: readonly ReachState[] = ["proven", "inferred", "refuted"];
export const reachCodes: Readonly<Record<ReachState, number>> = {
  proven: 0,
  inferred: 1,
  refuted: 2,
};

export interface ReachTerms {
  /** The source; null: any address on the internet. */
  from: HostNetwork | null;
  to: HostNetwork;
  guard: Pick<Guard, "port" | "patterns" | "admits">;
  /** Whether no two hosts have the same address in the subnet. */
  isUniqueSubnet(subnet: IpRange): boolean;
}
