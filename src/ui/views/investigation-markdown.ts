import type { Cell } from "../../contract/common.ts";
import type { Investigation } from "../../contract/investigation.ts";
import type { Chain, Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { renderCoverage } from "../plain/coverage.ts";
import { percent } from "../plain/section.ts";
import type { TableData } from "../plain/table.ts";

const unlimited = Number.POSITIVE_INFINITY;
const plainStyle = { width: unlimited, maxRows: unlimited, colour: false, nowMs: 0 };

/** The investigation as a Markdown document. */
export function investigationMarkdown(investigation: Investigation): string {
  const { query, findings, chains, summary, reading } = investigation;
  const parts = [
    `# ${escapeMarkdown(query)}`,
    outcome(investigation),
    ...(findings.length > 0 ? ["## Findings", ...findings.map(findingMarkdown)] : []),
    ...(chains.length > 0 ? ["## Chains", ...chains.map(chainMarkdown)] : []),
    ...(summary?.answer?.rows.length ? ["## Answer", tableMarkdown(summary.answer)] : []),
    ...(summary ? ["## Coverage", coverageMarkdown(investigation)] : []),
    ...(reading
      ? [
          "## How it was read",
          `${escapeMarkdown(reading.text)} (${percent(reading.confidence)} sure)`,
        ]
      : []),
    `${investigation.investigation_id}, ${investigation.status}, started ${investigation.started_at}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Text from elsewhere with everything escaped that begins markup, in Markdown or HTML. */
export function escapeMarkdown(text: string): string {
  return escapeControl(text).replace(/[\\`*_[\]<>#|~&]/g, "\\$&");
}

function outcome({ summary, error, status }: Investigation): string {
  const text = summary?.narrative ?? error?.message ?? `The investigation is ${status}.`;
  return text.split(/\r?\n/).map(escapeMarkdown).join("\n\n");
}

function findingMarkdown(finding: Finding): string {
  const { severity, hostname, title, confidence, evidence, remediation } = finding;
  const heading = `### ${severity}: ${escapeMarkdown(title)} on ${escapeMarkdown(hostname)}`;
  const parts = [
    heading,
    `${percent(confidence)} sure. ${finding.attack.join(", ")}`.trim(),
    ...(evidence.rows.length > 0 ? [tableMarkdown(evidence)] : []),
    ...(remediation ? [`**Fix:** ${escapeMarkdown(remediation)}`] : []),
  ];
  return parts.join("\n\n");
}

function chainMarkdown({ from, to, severity, status, steps, narrative }: Chain): string {
  const list = steps.map(
    (step, at) =>
      `${at + 1}. ${escapeMarkdown(step.from.label)} → ${escapeMarkdown(step.to.label)} by ${escapeMarkdown(step.edge)}`,
  );
  return [
    `### ${severity}: ${escapeMarkdown(from.label)} → ${escapeMarkdown(to.label)} (${status})`,
    escapeMarkdown(narrative),
    list.join("\n"),
  ].join("\n\n");
}

function tableMarkdown({ columns, rows }: TableData): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const text = (cell: Cell) => (cell === null ? "" : escapeMarkdown(String(cell)));
  return [
    line(columns.map(escapeMarkdown)),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(row.map(text))),
  ].join("\n");
}

function coverageMarkdown({ summary }: Investigation): string {
  const [asked, ...gaps] = renderCoverage(summary!, plainStyle);
  return [asked!, ...gaps.map((gap) => `- ${escapeMarkdown(gap.trim())}`)].join("\n");
}
