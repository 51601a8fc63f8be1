import type { FixCommands } from "../../../contract/posture.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { fixFacts } from "../../posture/fix-text.ts";
import type { FixReport, PostureReport } from "../../posture/posture-report.ts";
import { count, indent, narrower, paragraphs } from "../../text/section.ts";
import { paint, type Style } from "../../text/style.ts";
import { acceptedLines } from "../acceptance-text.ts";
import { evidenceLines } from "./evidence-lines.ts";
import { headLines } from "./head-lines.ts";

const shownRows = 3;
const mostCommands = 5;
const margin = 5;

/** A fix with everything that is needed to make it. */
export function fixLines(one: FixReport, report: PostureReport, style: Style): string[] {
  const { fix, findings } = one;
  const inner = narrower(style, margin);
  const lockout = fix.lockout === null ? [] : paragraphs(`Lock-out risk: ${fix.lockout}`, inner);
  const body = [
    ...paragraphs(fix.remediation, inner),
    ...lockout.map((line) => paint(style, "yellow", line)),
    ...commandLines(fix.commands, report.isFleet, inner),
    ...acceptedLines(findings, inner),
    ...evidenceLines(findings, shownRows, inner),
  ];
  return [...fixHead(one, report, style), ...indent(body, " ".repeat(margin))];
}

/** A fix as its title and the first row that proves it; without findings, what to change. */
export function shortFixLines(one: FixReport, report: PostureReport, style: Style): string[] {
  const inner = narrower(style, margin);
  const rows = evidenceLines(one.findings, 1, inner);
  const body = rows.length > 0 ? rows : paragraphs(one.fix.remediation, inner);
  return [...fixHead(one, report, style), ...indent(body, " ".repeat(margin))];
}

function fixHead(one: FixReport, report: PostureReport, style: Style): string[] {
  const { rank, severity, title } = one.fix;
  const lead = `${rank}. `.padStart(margin);
  const facts = fixFacts(one, report).join(", ");
  return headLines({ severity, title, facts, lead, margin }, style);
}

/** Commands are not wrapped: they are for copying. Those of the first host stand for the others'. */
function commandLines(hosts: FixCommands[], isFleet: boolean, style: Style): string[] {
  const shown = style.full
    ? hosts
    : hosts
        .slice(0, 1)
        .map((host) => ({ ...host, commands: host.commands.slice(0, mostCommands) }));
  const hidden = countCommands(hosts) - shown.flatMap(({ commands }) => commands).length;
  return [
    ...shown.flatMap(({ hostname, commands }) => [
      isFleet ? `As root on ${escapeControl(hostname)}:` : "As root:",
      ...indent(commands.map(escapeControl)),
    ]),
    ...(hidden > 0 ? [paint(style, "dim", `  … ${count(hidden, "more command")}`)] : []),
  ];
}

function countCommands(hosts: FixCommands[]): number {
  return hosts.reduce((sum, { commands, omitted }) => sum + commands.length + omitted, 0);
}
