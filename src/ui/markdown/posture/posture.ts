import type { Posture } from "../../../contract/posture.ts";
import type { Finding } from "../../../contract/summary.ts";
import { acceptedTexts } from "../../plain/acceptance-text.ts";
import { reasonText } from "../../plain/coverage.ts";
import type { FindingGroup } from "../../plain/finding-groups.ts";
import { type ChangeReport, changeCounts } from "../../posture/change-report.ts";
import { faultTable, hostTable, uncheckedText } from "../../posture/fleet-tables.ts";
import type { LiftedChecks, PostureReport } from "../../posture/posture-report.ts";
import { count, percent } from "../../text/section.ts";
import { utcTimeText } from "../../text/utc-time.ts";
import { bullets, table } from "../blocks.ts";
import { chainBlocks } from "../chains.ts";
import { escapeLine, escapeMarkdown, prose } from "../escape.ts";
import { evidenceDetails } from "./evidence.ts";
import { fixBlocks } from "./fixes.ts";

/** A posture, in the order of what to do about it. */
export function postureBlocks(report: PostureReport): string[] {
  const { posture, isFleet, first, intrusions, health, unknown, gaps } = report;
  return [
    ...verdictBlocks(posture),
    ...section(`Paths to root (${posture.path_count})`, pathBlocks(report)),
    ...section(
      "Fix first",
      first.flatMap((one) => fixBlocks(one, report)),
    ),
    ...section(
      `Signs of intrusion (${posture.intrusion.finding_ids.length})`,
      intrusions.flatMap(groupBlocks),
    ),
    ...section("Hosts", isFleet ? fleetBlocks(posture) : []),
    ...section("Other weaknesses", otherFixes(report)),
    ...section(`Could not be checked (${posture.unknown.length})`, [
      ...unknown.flatMap(unknownBlocks),
      ...gaps.map(escapeMarkdown),
    ]),
    ...section(`Health (${posture.health.finding_ids.length})`, health.flatMap(groupBlocks)),
    ...section(
      `Accepted (${posture.accepted?.finding_ids.length})`,
      report.accepted.flatMap(groupBlocks),
    ),
    ...section("Since the last run", changeBlocks(report.changes)),
  ];
}

function section(title: string, blocks: string[]): string[] {
  return blocks.length > 0 ? [`## ${title}`, ...blocks] : [];
}

function verdictBlocks({ headline, checks, host_count }: Posture): string[] {
  const { failed, passed, unknown, not_applicable } = checks;
  const accepted = checks.accepted ? `, ${checks.accepted} accepted` : "";
  return [
    `**${escapeMarkdown(headline)}**`,
    `Checks over ${count(host_count, "host")}: ${failed} failed, ${passed} passed, ${unknown} could not be made, ${not_applicable} not applicable${accepted}.`,
  ];
}

function pathBlocks({ posture, paths }: PostureReport): string[] {
  const hidden = posture.path_count - paths.length;
  return [
    ...paths.flatMap(({ path, chain }) => (chain ? chainBlocks(chain) : [prose(path.sentence)])),
    ...(hidden > 0 ? [`… ${hidden} more`] : []),
  ];
}

function fleetBlocks(posture: Posture): string[] {
  const unchecked = uncheckedText(posture);
  return [
    table(hostTable(posture)),
    ...(unchecked ? [escapeMarkdown(unchecked)] : []),
    table(faultTable(posture)),
  ];
}

function otherFixes(report: PostureReport): string[] {
  const { others, otherCount } = report;
  const hidden = otherCount - others.length;
  return [
    ...others.flatMap((one) => fixBlocks(one, report)),
    ...(hidden > 0 ? [`… ${hidden} more`] : []),
  ];
}

function groupBlocks({ severity, title, findings, confidence, remediation }: FindingGroup) {
  return [
    `### ${escapeMarkdown(`${severity}: ${title}`)}`,
    `${percent(confidence)} sure · on ${count(findings.length, "host")}`,
    ...acceptedTexts(findings).map(escapeLine),
    ...(remediation ? [prose(remediation)] : []),
    ...evidenceDetails(findings),
  ];
}

function unknownBlocks({ lift, checks }: LiftedChecks): string[] {
  const rows = checks.map(({ title, hosts, reason, detail }) => [
    title,
    hosts,
    reasonText(reason),
    detail,
  ]);
  return [
    `To make ${count(checks.length, "check")} possible: ${prose(lift)}`,
    table({ columns: ["check", "hosts", "reason", "detail"], rows }),
  ];
}

function changeBlocks(changes: ChangeReport | null): string[] {
  if (changes === null) return [];
  const line = (word: string, text: string) => `**${word}** ${escapeMarkdown(text)}`;
  const findingText = ({ severity, hostname, title }: Finding) =>
    `${hostname}: ${title} (${severity})`;
  const lines = [
    ...changes.added.map((finding) => line("New", findingText(finding))),
    ...changes.changed.map((finding) => line("Changed", findingText(finding))),
    ...changes.resolved.map(({ hostname, title }) => line("Resolved", `${hostname}: ${title}`)),
  ];
  return [
    `${changeCounts(changes)} since ${utcTimeText(changes.since)}.`,
    ...(lines.length > 0 ? [bullets(lines)] : []),
  ];
}
