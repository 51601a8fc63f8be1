import { bySeverity } from "../../contract/by-severity.ts";
import type { Posture, PostureFix, UnknownCheck } from "../../contract/posture.ts";
import type { Finding } from "../../contract/summary.ts";
import { describeGaps } from "../pathfinder/report/describe-gaps.ts";
import { edgeResults } from "../posture/collect-edges.ts";
import { count, list, lowercaseFirst } from "../text/wording.ts";
import { describeRaisedSeverity, problemLines } from "./describe-checks.ts";
import type { NarrativeInput } from "./narrative-input.ts";

const most = { paths: 5, fixes: 10, findings: 5, unknown: 5, hosts: 5 };

/** The state of security as a whole: the verdict, then what it rests on, most urgent first. */
export function describePosture(posture: Posture, input: NarrativeInput): string[] {
  const byId = new Map(input.findings.map((finding) => [finding.finding_id, finding]));
  const named = (ids: string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return [
    posture.headline,
    ...describePaths(posture),
    ...describeFixes(posture, input),
    ...describeFindings("Signs of intrusion:", named(posture.intrusion.finding_ids)),
    ...describeFindings("Health:", named(posture.health.finding_ids)),
    ...describeFindings("Accepted:", named(posture.accepted?.finding_ids ?? [])),
    ...describeRaisedSeverity(input),
    ...describeUnknown(posture.unknown),
    ...describeGaps(input.answers.map((answer) => ({ ...answer, results: edgeResults(answer) }))),
    ...describeHosts(posture),
    ...describeChanges(posture, named),
  ];
}

function section(title: string, lines: string[], more: number): string[] {
  if (lines.length === 0) return [];
  return [title, ...lines, ...(more > 0 ? [`- and ${more} more`] : [])];
}

function describePaths({ paths, path_count }: Posture): string[] {
  const lines = paths
    .slice(0, most.paths)
    .map(({ from, to, status, sentence }) => `- ${from} → ${to} (${status}): ${sentence}`);
  return section("Ways to root:", lines, path_count - lines.length);
}

function describeFixes({ fixes, fix_count, host_count }: Posture, input: NarrativeInput): string[] {
  const names = new Map(input.answers.map(({ agent }) => [agent.agent_id, agent.hostname]));
  const nameOf = (agentId: string) => names.get(agentId) ?? agentId;
  const lines = fixes
    .slice(0, most.fixes)
    .map((fix) => fixLine(fix, host_count > 1 ? ` on ${whereOf(fix, nameOf)}` : ""));
  return section("Fix first:", lines, fix_count - lines.length);
}

const whereOf = ({ hosts, host_count }: PostureFix, nameOf: (agentId: string) => string) =>
  host_count === 1 ? hosts.map(nameOf).join("") : count(host_count, "host");

function fixLine(
  { rank, title, remediation, severity, chain_ids, lockout }: PostureFix,
  where: string,
): string {
  const cuts = chain_ids.length > 0 ? `, closes ${count(chain_ids.length, "way")} to root` : "";
  const warning = lockout ? ` Before you do: ${lockout}` : "";
  return `${rank}. ${title} (${severity}${where}${cuts}): ${remediation}${warning}`;
}

function describeFindings(title: string, findings: Finding[]): string[] {
  return section(title, problemLines(bySeverity(findings), most.findings), 0);
}

/** By what would make the checks possible: the same thing often lifts many of them. */
function describeUnknown(unknown: UnknownCheck[]): string[] {
  const lifts = new Map<string, string[]>();
  for (const { lift, title } of unknown)
    lifts.set(lift, [...(lifts.get(lift) ?? []), lowercaseFirst(title)]);
  const lines = [...lifts].map(
    ([lift, titles]) => `- ${list([...new Set(titles)], most.unknown)}. ${lift}`,
  );
  return section("Could not be checked:", lines, 0);
}

function describeHosts({ hosts, host_count, faults }: Posture): string[] {
  if (host_count < 2) return [];
  const worst = hosts
    .filter(({ failed, paths }) => failed + paths > 0)
    .map(({ hostname, failed, paths }) => `${hostname} (${describeHost(failed, paths)})`);
  const frequent = faults.map(({ title, hosts: on }) => `${lowercaseFirst(title)} (${on})`);
  return [
    ...(worst.length > 0 ? [`Worst hosts: ${list(worst, most.hosts)}.`] : []),
    ...(frequent.length > 0 ? [`Most frequent: ${list(frequent, most.hosts)}.`] : []),
  ];
}

function describeHost(failed: number, paths: number): string {
  const ways = paths > 0 ? [`${count(paths, "way")} to root`] : [];
  return [...ways, `${count(failed, "failed check")}`].join(", ");
}

function describeChanges({ changes }: Posture, named: (ids: string[]) => Finding[]): string[] {
  if (!changes) return [];
  const added = named(changes.new).map(({ hostname, title }) => `- new: ${hostname}: ${title}`);
  const gone = changes.resolved.map(({ hostname, title }) => `- resolved: ${hostname}: ${title}`);
  if (added.length + gone.length === 0) return [`Nothing changed since ${changes.since}.`];
  const lines = [...added.slice(0, most.findings), ...gone.slice(0, most.findings)];
  return section(`Since ${changes.since}:`, lines, added.length + gone.length - lines.length);
}
