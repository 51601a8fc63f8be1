import { hostList } from "../../posture/fix-text.ts";
import { indent, narrower, paragraphs, percent } from "../../text/section.ts";
import type { Style } from "../../text/style.ts";
import { acceptedLines } from "../acceptance-text.ts";
import type { FindingGroup } from "../finding-groups.ts";
import { evidenceLines } from "./evidence-lines.ts";
import { headLines } from "./head-lines.ts";

const shownRows = 3;

/** The findings of one detection on all hosts, with the first rows that prove them. */
export function groupLines(
  { severity, title, findings, confidence, remediation }: FindingGroup,
  isFleet: boolean,
  style: Style,
): string[] {
  const inner = narrower(style, 2);
  const hosts = isFleet ? `on ${hostList(findings.map(({ hostname }) => hostname))}, ` : "";
  const facts = `${hosts}${percent(confidence)} sure`;
  return [
    ...headLines({ severity, title, facts, margin: 2 }, style),
    ...indent(acceptedLines(findings, inner)),
    ...indent(evidenceLines(findings, shownRows, inner)),
    ...indent(remediation ? paragraphs(`Next: ${remediation}`, inner) : []),
  ];
}
