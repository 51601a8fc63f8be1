import { uncheckedText } from "../../posture/fleet-tables.ts";
import type { PostureReport } from "../../posture/posture-report.ts";
import { count, indent, narrower, paragraphs } from "../../text/section.ts";
import { paint, type Style } from "../../text/style.ts";
import type { FindingGroup } from "../finding-groups.ts";
import { changeLines } from "./change-lines.ts";
import { fixLines, shortFixLines } from "./fix-lines.ts";
import { groupLines } from "./group-lines.ts";
import { frequentFaults, worstHosts } from "./host-tables.ts";
import { pathLines } from "./path-lines.ts";
import { sectionLines } from "./section-lines.ts";
import { unknownLines } from "./unknown-lines.ts";

/** A posture as blocks of lines: the verdict, then what to do first, then everything else. */
export function renderPosture(report: PostureReport, style: Style): string[][] {
  const { posture, isFleet, paths, first, others, otherCount } = report;
  const { intrusions, health, unknown } = report;
  const inner = narrower(style, 2);
  const group = (one: FindingGroup) => groupLines(one, isFleet, inner);
  return [
    paragraphs(posture.headline, style).map((line) => paint(style, "bold", line)),
    sectionLines(`Paths to root (${posture.path_count})`, {
      ...{ items: paths, most: 5, total: posture.path_count, style },
      lines: (path) => pathLines(path, inner),
    }),
    sectionLines("Fix first", {
      ...{ items: first, most: first.length, style },
      lines: (fix) => fixLines(fix, report, inner),
    }),
    sectionLines(`Signs of intrusion (${posture.intrusion.finding_ids.length})`, {
      ...{ items: intrusions, most: 10, style },
      lines: group,
    }),
    ...(isFleet ? fleetBlocks(report, style) : []),
    sectionLines("Other weaknesses", {
      ...{ items: others, most: 25, total: otherCount, style },
      lines: (fix) => (style.full ? fixLines : shortFixLines)(fix, report, inner),
    }),
    sectionLines(`Could not be checked (${posture.unknown.length})`, {
      ...{ items: unknown, most: unknown.length, style },
      lines: (checks) => unknownLines(checks, inner),
    }),
    report.gaps.flatMap((gap) => paragraphs(gap, style)),
    sectionLines(`Health (${posture.health.finding_ids.length})`, {
      ...{ items: health, most: 5, style },
      lines: group,
    }),
    sectionLines(`Accepted (${posture.accepted?.finding_ids.length})`, {
      ...{ items: report.accepted, most: 10, style },
      lines: group,
    }),
    changeLines(report.changes, style),
  ];
}

function fleetBlocks({ posture }: PostureReport, style: Style): string[][] {
  const inner = narrower(style, 2);
  const hosts = worstHosts(posture, inner);
  const faults = frequentFaults(posture, inner);
  const unchecked = uncheckedText(posture);
  return [
    [
      paint(style, "bold", `Worst of ${count(posture.host_count, "host")}`),
      ...indent(hosts),
      ...indent(unchecked ? paragraphs(unchecked, inner) : []),
    ],
    [paint(style, "bold", "Most frequent weaknesses"), ...indent(faults)],
  ];
}
