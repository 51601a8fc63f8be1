import { escapeControl } from "../../../core/escape-control.ts";
import { hostList } from "../../posture/fix-text.ts";
import { indent, narrower, paragraphs, percent } from "../../text/section.ts";
import { paint, paintSeverity, type Style } from "../../text/style.ts";
import type { FindingGroup } from "../finding-groups.ts";
import { evidenceLines } from "./evidence-lines.ts";

const shownRows = 3;

/** The findings of one detection on all hosts, with the first rows that prove them. */
export function groupLines(
  { severity, title, findings, confidence, remediation }: FindingGroup,
  isFleet: boolean,
  style: Style,
): string[] {
  const inner = narrower(style, 2);
  const hosts = isFleet ? `on ${hostList(findings.map(({ hostname }) => hostname))}, ` : "";
  const facts = escapeControl(`${hosts}${percent(confidence)} sure`);
  const name = paint(style, "bold", escapeControl(title));
  return [
    `${paintSeverity(style, severity)}  ${name}  ${paint(style, "dim", facts)}`,
    ...indent(evidenceLines(findings, shownRows, inner)),
    ...indent(remediation ? paragraphs(`Next: ${remediation}`, inner) : []),
  ];
}
