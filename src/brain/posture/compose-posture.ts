import {
  type Posture,
  type PostureChanges,
  type PostureFix,
  type PosturePath,
  postureLimits,
} from "../../contract/posture.ts";
import type { Changes, CheckTally, Coverage, Finding } from "../../contract/summary.ts";
import type { HostVerdicts } from "../detections/evaluate-host.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import { draftFixes, type FixDraft } from "./draft-fixes.ts";
import type { WaysToRoot, WayToRoot } from "./find-ways-to-root.ts";
import { fixCommands } from "./fix-commands.ts";
import { groupBy } from "./group-by.ts";
import { headline } from "./headline.ts";
import { rankFixes } from "./rank-fixes.ts";
import { rankFaults, rankHosts } from "./rank-hosts.ts";
import { unknownChecks } from "./unknown-checks.ts";

/** A host's answer, and the verdicts of the detections on it. */
interface EvaluatedHost {
  answer: HostAnswer;
  verdicts: HostVerdicts;
}

/** Everything that a posture is composed from. */
export interface PostureInput {
  detections: DetectionDefinition[];
  hosts: EvaluatedHost[];
  findings: Finding[];
  checks: CheckTally[];
  coverage: Coverage;
  found: WaysToRoot;
  /** The comparison with the last completed run, and when that was. */
  before: { since: string; changes: Changes } | null;
}

export function composePosture(input: PostureInput): Posture {
  const { coverage, found, before, hosts } = input;
  const byId = new Map(input.detections.map((definition) => [definition.id, definition]));
  const definitionOf = (id: string) => byId.get(id);
  const accepted = input.findings.filter((finding) => finding.accepted);
  const counted = input.findings.filter((finding) => !finding.accepted);
  const ofKind = (kind: DetectionDefinition["kind"]) =>
    counted.filter(({ detection_id }) => definitionOf(detection_id)?.kind === kind);
  const [weaknesses, intrusions] = [ofKind("weakness"), ofKind("intrusion")];
  const security = [...weaknesses, ...intrusions];
  const osOf = osByAgent(hosts);
  const fixes = rankFixes(draftFixes({ ways: found.ways, findings: weaknesses, definitionOf }));
  const pathCount = Object.values(found.counts).reduce((sum, paths) => sum + paths, 0);
  const securityChecks = input.checks.filter(({ detection_id }) => isSecurity(detection_id));
  const checks = countChecks(withoutAccepted(securityChecks, accepted));
  const searchCut = found.cutShort !== null;
  const verdict = verdictOf(checks, { paths: pathCount, searchCut });
  const answered = hosts
    .filter(({ answer }) => !answer.gap)
    .map(({ answer: { agent }, verdicts }) => ({ agent, verdicts }));
  return {
    verdict,
    headline: headline({
      ...{ verdict, checks, path_count: pathCount, coverage, definitionOf },
      ...{
        findings: security,
        accepted: accepted.length,
        hostsWithPath: Object.keys(found.counts),
        searchCut,
      },
    }),
    checks,
    paths: found.ways.map(pathOf),
    path_count: pathCount,
    fixes: fixes
      .slice(0, postureLimits.fixes)
      .map((draft, at) => fixOf(draft, { rank: at + 1, osOf })),
    fix_count: fixes.length,
    intrusion: { finding_ids: idsOf(intrusions) },
    health: { finding_ids: idsOf(ofKind("health")) },
    ...(accepted.length > 0 && { accepted: { finding_ids: idsOf(accepted) } }),
    unknown: unknownChecks(hosts),
    not_applicable: input.checks.filter(isNotApplicable).map(({ detection_id }) => detection_id),
    hosts: rankHosts(answered, { findings: security, accepted, paths: found.counts }),
    host_count: answered.length,
    faults: rankFaults(security),
    changes: before && changesOf(before),
  };

  function isSecurity(id: string): boolean {
    return definitionOf(id)?.kind !== "health";
  }
}

function osByAgent(hosts: EvaluatedHost[]): (agentId: string) => string | undefined {
  const systems = new Map(hosts.map(({ answer: { agent } }) => [agent.agent_id, agent.os]));
  return (agentId) => systems.get(agentId);
}

/** A check whose `fail` counts only the hosts where its finding is not accepted. */
type CountedCheck = CheckTally & { accepted: number };

function withoutAccepted(checks: CheckTally[], findings: Finding[]): CountedCheck[] {
  const byDetection = groupBy(findings, ({ detection_id }) => detection_id);
  return checks.map((check) => {
    const accepted = byDetection.get(check.detection_id)?.length ?? 0;
    return { ...check, fail: Math.max(0, check.fail - accepted), accepted };
  });
}

const isFailed = ({ fail }: CountedCheck) => fail > 0;
const isUnknown = ({ fail, unknown }: CountedCheck) => fail === 0 && unknown > 0;
const isAccepted = ({ fail, unknown, accepted }: CountedCheck) =>
  fail + unknown === 0 && accepted > 0;
const isPassed = ({ fail, unknown, accepted, pass }: CountedCheck) =>
  fail + unknown + accepted === 0 && pass > 0;
const isNotApplicable = ({ fail, unknown, pass }: CheckTally) => fail + unknown + pass === 0;

function countChecks(checks: CountedCheck[]): Posture["checks"] {
  const count = (is: (check: CountedCheck) => boolean) => checks.filter(is).length;
  const accepted = count(isAccepted);
  return {
    failed: count(isFailed),
    passed: count(isPassed),
    unknown: count(isUnknown),
    not_applicable: count((check) => isNotApplicable(check) && check.accepted === 0),
    ...(accepted > 0 && { accepted }),
  };
}

function verdictOf(
  { failed, passed }: Posture["checks"],
  { paths, searchCut }: { paths: number; searchCut: boolean },
): Posture["verdict"] {
  if (failed > 0 || paths > 0) return "weak";
  return passed > 0 && !searchCut ? "no_weakness_found" : "unknown";
}

function pathOf({ chain }: WayToRoot): PosturePath {
  const { chain_id, from, to, steps, narrative, status } = chain;
  const hosts = [...new Set(steps.map(({ agent_id }) => agent_id))].slice(0, postureLimits.hosts);
  return { chain_id, from: from.label, to: to.label, hosts, sentence: narrative, status };
}

function fixOf(
  draft: FixDraft,
  { rank, osOf }: { rank: number; osOf: (agentId: string) => string | undefined },
): PostureFix {
  const { definition, findings, agentIds, edge } = draft;
  return {
    rank,
    title: draft.title,
    remediation: draft.remediation,
    commands: definition ? fixCommands(definition, findings, osOf) : [],
    lockout: definition?.lockout ?? null,
    severity: draft.severity,
    hosts: agentIds.slice(0, postureLimits.hosts),
    host_count: agentIds.length,
    finding_ids: idsOf(findings).slice(0, postureLimits.hosts),
    chain_ids: draft.chainIds,
    detection_id: definition?.id ?? null,
    edge,
  };
}

const idsOf = (findings: Finding[]) =>
  findings.map(({ finding_id }) => finding_id).slice(0, postureLimits.ids);

function changesOf({ since, changes }: NonNullable<PostureInput["before"]>): PostureChanges {
  const resolved = changes.resolved.map(({ detection_id, title, hostname }) => ({
    detection_id,
    title,
    hostname,
  }));
  return { since, new: idsOf(changes.new), resolved: resolved.slice(0, postureLimits.ids) };
}
