import type { IpRange } from "../../../core/ip.ts";
import type { Guard } from "../model/guard-table.ts";
import type { HostNetwork } from "../model/host-network.ts";
import type { ReachFact } from "../rules/reaches-rules.ts";

/** A row of a fact that shows it: of who comes ("from"), or of the host it comes to. */
export interface ReachProof {
  side: "from" | "to";
  fact: ReachFact;
  row: number;
}

/** Whether one host gets to a port of another, and how that is known. */
export interface Reach {
  state: "proven" | "inferred" | "refuted";
  why: string | null;
  proof: ReachProof | null;
}

export interface ReachTerms {
  /** Who comes; null: anybody on the internet. */
  from: HostNetwork | null;
  to: HostNetwork;
  guard: Pick<Guard, "port" | "patterns" | "admits">;
  /** Whether a subnet is one place only, as far as its addresses tell. */
  isUniqueSubnet(subnet: IpRange): boolean;
}
