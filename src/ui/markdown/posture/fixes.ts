import { acceptedTexts } from "../../plain/acceptance-text.ts";
import { fixFacts, omittedText } from "../../posture/fix-text.ts";
import type { FixReport, PostureReport } from "../../posture/posture-report.ts";
import { escapeLine, escapeMarkdown, prose, shellBlock } from "../escape.ts";
import { evidenceDetails } from "./evidence.ts";

/** A ranked fix with its commands, its risk and the evidence behind it. */
export function fixBlocks(one: FixReport, report: PostureReport): string[] {
  const { rank, title, severity, remediation, lockout, commands } = one.fix;
  const facts = fixFacts(one, report);
  return [
    `### ${rank}. ${escapeMarkdown(`${severity}: ${title}`)}`,
    ...(facts.length > 0 ? [escapeMarkdown(facts.join(" · "))] : []),
    prose(remediation),
    ...(lockout ? [`**Lock-out risk:** ${prose(lockout)}`] : []),
    ...commands.flatMap(({ hostname, commands: lines, omitted }) => [
      `As root on ${escapeMarkdown(hostname)}:`,
      shellBlock(lines),
      ...(omitted > 0 ? [omittedText(omitted)] : []),
    ]),
    ...acceptedTexts(one.findings).map(escapeLine),
    ...evidenceDetails(one.findings),
  ];
}
