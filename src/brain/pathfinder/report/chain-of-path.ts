import type { ChainStep } from "../../../contract/summary.ts";
import type { Criticality } from "../../../contract/tag-policy.ts";
import type { Hop, Path } from "../model/types.ts";
import type { ChainDraft } from "./chain-draft.ts";
import { confidenceOf } from "./confidence.ts";
import { describeSteps, remediationOf } from "./describe-step.ts";
import { severityOf } from "./severity.ts";
import { weakestStep } from "./weakest-step.ts";

export interface ChainTerms {
  /** Of the host that a hop is proven by. */
  criticalityOf(agentId: string): Criticality;
  /** Whether a hop rests on what its host said in this run. */
  isFresh(hop: Hop): boolean;
  /** Hosts that were asked and said nothing. */
  unanswered: ReadonlySet<string>;
}

/** A way as a chain: confirmed only if every hop is proven and fresh. */
export function chainOfPath(way: Path, terms: ChainTerms): ChainDraft {
  const { from, to, hops } = way;
  const told = describeSteps(hops);
  const weakest = weakestStep(hops, terms);
  const last = hops.at(-1);
  const criticality = last ? terms.criticalityOf(last.agent_id) : "normal";
  return {
    severity: severityOf(way, criticality),
    confidence: confidenceOf(hops, terms.isFresh),
    from,
    to,
    status: weakest === null ? "confirmed" : "unconfirmed",
    steps: hops.map((hop, at) => stepOf(hop, told[at] ?? "", terms)),
    narrative: told.join(" "),
    weakest,
    fix: cheapestRepair(hops),
  };
}

function stepOf(hop: Hop, description: string, { isFresh }: ChainTerms): ChainStep {
  const { rule, from, to, state, why, agent_id, hostname, collectedAt, source, proof } = hop;
  const confirmed = state === "proven" && isFresh(hop);
  return {
    edge: rule.edge,
    from,
    to,
    agent_id,
    proof: { sql: proof.sql, row: proof.row },
    confirmed_at: confirmed ? collectedAt : null,
    hostname,
    description,
    state,
    why,
    columns: proof.columns,
    proved_at: collectedAt,
    source,
  };
}

/**
 * The repair that breaks the way at its cheapest: the last thing on it that is a fault, for it is
 * nearest to what is to be protected and closes other ways there as well.
 */
function cheapestRepair(hops: Hop[]): string | null {
  return hops.reduceRight<string | null>((found, hop) => found ?? remediationOf(hop), null);
}
