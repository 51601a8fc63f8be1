import type { FixCommands } from "../../../contract/posture.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { fixFacts } from "../../posture/fix-text.ts";
import type { FixReport, PostureReport } from "../../posture/posture-report.ts";
import { count, indent, narrower, paragraphs } from "../../text/section.ts";
import { paint, paintSeverity, type Style } from "../../text/style.ts";
import { evidenceLines } from "./evidence-lines.ts";

const shownRows = 3;
const shownCommands = 5;
const margin = 5;

/** A fix with everything that is needed to make it. */
export function fixLines(one: FixReport, report: PostureReport, style: Style): string[] {
  const { fix, findings } = one;
  const inner = narrower(style, margin);
  const lockout = fix.lockout === null ? [] : paragraphs(`Lock-out risk: ${fix.lockout}`, inner);
  const body = [
    ...paragraphs(fix.remediation, inner),
    ...commandLines(fix.commands, report.isFleet, inner),
    ...lockout.map((line) => paint(style, "yellow", line)),
    ...evidenceLines(findings, shownRows, inner),
  ];
  return [headLine(one, report, style), ...indent(body, " ".repeat(margin))];
}

/** A fix as its title and the first row that proves it; without findings, what to change. */
export function shortFixLines(one: FixReport, report: PostureReport, style: Style): string[] {
  const inner = narrower(style, margin);
  const rows = evidenceLines(one.findings, 1, inner);
  const body = rows.length > 0 ? rows : paragraphs(one.fix.remediation, inner);
  return [headLine(one, report, style), ...indent(body, " ".repeat(margin))];
}

function headLine(one: FixReport, report: PostureReport, style: Style): string {
  const { rank, severity, title } = one.fix;
  const facts = escapeControl(fixFacts(one, report).join(", "));
  const lead = `${`${rank}.`.padStart(margin - 1)} ${paintSeverity(style, severity)}`;
  return `${lead}  ${paint(style, "bold", escapeControl(title))}  ${paint(style, "dim", facts)}`;
}

/** Commands are not wrapped: they are for copying. */
function commandLines(hosts: FixCommands[], isFleet: boolean, style: Style): string[] {
  const all = hosts.flatMap(({ hostname, commands }) =>
    commands.map((command) => ({ hostname, command })),
  );
  const shown = style.full ? all : all.slice(0, shownCommands);
  const hidden = all.length - shown.length;
  return [
    ...(all.length > 0 ? ["As root:"] : []),
    ...shown.map(({ hostname, command }) =>
      escapeControl(`  ${isFleet ? `${hostname}: ` : ""}${command}`),
    ),
    ...(hidden > 0 ? [paint(style, "dim", `  … ${count(hidden, "more command")}`)] : []),
  ];
}
