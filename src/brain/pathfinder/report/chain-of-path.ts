import type { ChainStep } from "../../../contract/summary.ts";
import type { Criticality } from "../../../contract/tag-policy.ts";
import type { Hop, Path } from "../model/types.ts";
import type { ChainDraft } from "./chain-draft.ts";
import { confidenceOf } from "./confidence.ts";
import { describeSteps, remediationOf } from "./describe-step.ts";
import { severityOf } from "./severity.ts";
import { weakestStep } from "./weakest-step.ts";

export interface ChainTerms {
  /** Criticality of the host that proves a hop. */
  criticalityOf(agentId: string): Criticality;
  /** Whether the hop's host reported it in this run. */
  isFresh(hop: Hop): boolean;
  /** Hosts that were asked and did not answer. */
  unanswered: ReadonlySet<string>;
}

/** Turns a path into a chain: confirmed only if every hop is proven and fresh. */
export function chainOfPath(path: Path, terms: ChainTerms): ChainDraft {
  const { from, to, hops } = path;
  const descriptions = describeSteps(hops);
  const weakest = weakestStep(hops, terms);
  const last = hops.at(-1);
  const criticality = last ? terms.criticalityOf(last.agent_id) : "normal";
  return {
    severity: severityOf(path, criticality),
    confidence: confidenceOf(hops, terms.isFresh),
    from,
    to,
    status: weakest === null ? "confirmed" : "unconfirmed",
    steps: hops.map((hop, at) => stepOf(hop, descriptions[at] ?? "", terms)),
    narrative: descriptions.join(" "),
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
 * The repair closest to the target: the last hop with a repair is nearest to what needs protection,
 * and fixing it closes other paths there as well.
 */
function cheapestRepair(hops: Hop[]): string | null {
  return hops.reduceRight<string | null>((found, hop) => found ?? remediationOf(hop), null);
}
