import { bySeverity } from "../../contract/by-severity.ts";
import { maxSeverity, type Severity } from "../../contract/common.ts";
import type { Finding } from "../../contract/summary.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import type { Hop } from "../pathfinder/model/types.ts";
import { remediationOf } from "../pathfinder/report/describe-step.ts";
import type { WayToRoot } from "./find-ways-to-root.ts";
import { groupBy } from "./group-by.ts";
import { isSameFault } from "./same-fault.ts";

/** A fix before it is ranked. */
export interface FixDraft {
  title: string;
  remediation: string;
  severity: Severity;
  confidence: number;
  agentIds: string[];
  /** The findings that it resolves. */
  findings: Finding[];
  definition: DetectionDefinition | null;
  edge: string | null;
  /** The chains that it cuts, and those of them that are confirmed. */
  chainIds: string[];
  confirmed: string[];
}

interface Faults {
  ways: WayToRoot[];
  /** Findings of weaknesses. */
  findings: Finding[];
  definitionOf(detectionId: string): DetectionDefinition | undefined;
}

/** One fix per detection that failed, and one per edge of a path that no detection reports. */
export function draftFixes({ ways, findings, definitionOf }: Faults): FixDraft[] {
  const drafts = new Map<string, FixDraft>();
  for (const [id, own] of groupBy(findings, ({ detection_id }) => detection_id)) {
    const definition = definitionOf(id);
    if (definition) drafts.set(id, draftOfFindings(own, definition));
  }
  const worstFirst = bySeverity(findings);
  for (const way of ways) addWay(drafts, way, worstFirst);
  return [...drafts.values()];
}

function draftOfFindings(findings: Finding[], definition: DetectionDefinition): FixDraft {
  return {
    ...noChains,
    title: definition.title,
    remediation: definition.remediation,
    severity: findings.map(({ severity }) => severity).reduce(maxSeverity),
    confidence: Math.max(...findings.map(({ confidence }) => confidence)),
    agentIds: findings.map(({ agent_id }) => agent_id),
    findings,
    definition,
    edge: null,
  };
}

const noChains = { chainIds: [], confirmed: [] };

/**
 * The edge of a path nearest to root that can be repaired. A fix cuts the path only if it removes
 * every row of facts that makes this step possible.
 */
function addWay(drafts: Map<string, FixDraft>, { root, chain }: WayToRoot, findings: Finding[]) {
  const { hops } = root.path;
  const at = hops.findLastIndex(({ rule }) => rule.remediation !== null);
  if (at < 0) return;
  const parallel = at === hops.length - 1 ? root.lastHops : [hops[at]!];
  const keys = parallel.map((hop) => {
    const reported = findings.find((finding) => isSameFault(finding, hop));
    const key = reported?.detection_id ?? keyOfEdge(hop);
    const draft = drafts.get(key) ?? draftOfHop(hop, chain);
    drafts.set(key, withHop(draft, hop));
    return key;
  });
  const [first] = keys;
  if (first === undefined || keys.some((key) => key !== first)) return;
  const draft = drafts.get(first)!;
  drafts.set(first, {
    ...draft,
    severity: maxSeverity(draft.severity, chain.severity),
    chainIds: [...draft.chainIds, chain.chain_id],
    confirmed:
      chain.status === "confirmed" ? [...draft.confirmed, chain.chain_id] : draft.confirmed,
  });
}

/** Edges that the same repair removes have the same key. */
function keyOfEdge({ agent_id, rule, proof: { columns, row } }: Hop): string {
  const fix = row[columns.indexOf("fix")];
  return JSON.stringify([agent_id, rule.id, fix ?? row]);
}

function draftOfHop(hop: Hop, { severity, confidence }: WayToRoot["chain"]): FixDraft {
  const { rule, agent_id } = hop;
  return {
    ...noChains,
    title: rule.title,
    remediation: remediationOf(hop) ?? rule.title,
    severity,
    confidence,
    agentIds: [agent_id],
    findings: [],
    definition: null,
    edge: rule.edge,
  };
}

const withHop = (draft: FixDraft, { rule }: Hop): FixDraft => ({ ...draft, edge: rule.edge });
