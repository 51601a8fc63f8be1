import type { Result, ThreadFlowLocation } from "sarif";
import { severities } from "../../contract/enums.ts";
import type { Chain } from "../../contract/summary.ts";
import { percent } from "../text/section.ts";
import type { RuleResults } from "./findings.ts";
import { partialFingerprints } from "./fingerprints.ts";
import { hostLocation } from "./location.ts";
import { message } from "./message.ts";
import { gradeProperties, levels } from "./severity-levels.ts";

const ruleId = "attack_chain";

/** All chains under one rule, each with its steps as a flow from host to host. */
export function chainRules(chains: Chain[]): RuleResults[] {
  const severityRank = ({ severity }: Chain) => severities.indexOf(severity);
  const worst = chains.toSorted((a, b) => severityRank(b) - severityRank(a))[0];
  if (!worst) return [];
  const rule = {
    id: ruleId,
    shortDescription: message("An attack path through the fleet"),
    fullDescription: message("Steps that lead from one account or host to another"),
    help: message("Break the step that is easiest to remove; its proof shows what allows it."),
    defaultConfiguration: { level: levels[worst.severity] },
    properties: { tags: ["security"], ...gradeProperties(worst.severity, worst.confidence) },
  };
  return [{ rule, results: chains.map(resultOf) }];
}

function resultOf(chain: Chain): Result {
  const { chain_id, from, to, steps, severity, confidence, status, narrative } = chain;
  const ends = `${from.label} → ${to.label} (${status}, ${percent(confidence)} sure).`;
  const last = steps.at(-1)?.agent_id ?? to.id;
  return {
    ruleId,
    level: levels[severity],
    message: message(ends, narrative),
    locations: [hostLocation(last)],
    partialFingerprints: partialFingerprints(ruleId, ...pathOf(chain)),
    ...(steps.length > 0 && { codeFlows: [{ threadFlows: [{ locations: steps.map(stepOf) }] }] }),
    properties: { chain_id, severity, confidence, status },
  };
}

function pathOf({ from, to, steps }: Chain): string[] {
  return [from, ...steps.flatMap((step) => [step.to]), to].map(({ type, id }) => `${type} ${id}`);
}

function stepOf(step: Chain["steps"][number]): ThreadFlowLocation {
  const { from, to, edge, agent_id, proof, confirmed_at } = step;
  const stepText = `${from.label} → ${to.label} by ${edge}${confirmed_at ? "" : ", unconfirmed"}`;
  const location = { ...hostLocation(agent_id), message: message(stepText) };
  return { location, properties: { proof, confirmed_at } };
}
