import type { Investigation } from "../../contract/investigation.ts";
import type { Posture, PostureFix, PosturePath, UnknownCheck } from "../../contract/posture.ts";
import type { Chain, Finding } from "../../contract/summary.ts";
import { type FindingGroup, groupFindings } from "../plain/finding-groups.ts";
import { type ChangeReport, changeReport } from "./change-report.ts";

/** Fixes that are shown before the others, with everything that is needed to make them. */
const firstFixes = 5;

const gapSentence =
  /^(Not seen: |Some edges could not be read|Advisories: |No fix yet, |Not compared: )/;

export interface PathReport {
  path: PosturePath;
  chain: Chain | undefined;
}

export interface FixReport {
  fix: PostureFix;
  findings: Finding[];
}

/** Checks that become possible by the same change. */
export interface LiftedChecks {
  lift: string;
  checks: UnknownCheck[];
}

/** A posture with the findings and chains that it refers to, in the order of a report. */
export interface PostureReport {
  posture: Posture;
  isFleet: boolean;
  paths: PathReport[];
  first: FixReport[];
  others: FixReport[];
  /** The number of fixes after the first, including those that the posture leaves out. */
  otherCount: number;
  intrusions: FindingGroup[];
  health: FindingGroup[];
  accepted: FindingGroup[];
  unknown: LiftedChecks[];
  /** Sentences of the narrative about what could not be read or compared. */
  gaps: string[];
  /** Null without an earlier run. */
  changes: ChangeReport | null;
  hostname(agentId: string): string;
}

/** Null for investigations of anything but security as a whole. */
export function postureReport({ summary, findings, chains }: Investigation): PostureReport | null {
  const posture = summary?.posture;
  if (!posture) return null;
  const findingById = new Map(findings.map((finding) => [finding.finding_id, finding]));
  const chainById = new Map(chains.map((chain) => [chain.chain_id, chain]));
  const names = hostnames(posture, findings);
  const findingsOf = (ids: string[]) => ids.flatMap((id) => findingById.get(id) ?? []);
  const fixes = posture.fixes.map((fix) => ({ fix, findings: findingsOf(fix.finding_ids) }));
  return {
    posture,
    isFleet: posture.host_count > 1,
    paths: posture.paths.map((path) => ({ path, chain: chainById.get(path.chain_id) })),
    first: fixes.slice(0, firstFixes),
    others: fixes.slice(firstFixes),
    otherCount: Math.max(0, posture.fix_count - firstFixes),
    intrusions: groupFindings(findingsOf(posture.intrusion.finding_ids)),
    health: groupFindings(findingsOf(posture.health.finding_ids)),
    accepted: groupFindings(findingsOf(posture.accepted?.finding_ids ?? [])),
    unknown: byLift(posture.unknown),
    gaps: summary.narrative.split("\n").filter((line) => gapSentence.test(line)),
    changes: posture.changes && changeReport(posture.changes, findings),
    hostname: (agentId) => names.get(agentId) ?? agentId,
  };
}

function hostnames({ hosts, fixes }: Posture, findings: Finding[]): Map<string, string> {
  const named = [...hosts, ...fixes.flatMap(({ commands }) => commands), ...findings];
  return new Map(named.map(({ agent_id, hostname }) => [agent_id, hostname]));
}

/** What lifts most checks first. */
function byLift(unknown: UnknownCheck[]): LiftedChecks[] {
  const groups = new Map<string, UnknownCheck[]>();
  for (const check of unknown) groups.set(check.lift, [...(groups.get(check.lift) ?? []), check]);
  return [...groups]
    .map(([lift, checks]) => ({ lift, checks }))
    .sort((a, b) => b.checks.length - a.checks.length);
}
