import type { Cell } from "../../contract/common.ts";
import type { Investigation } from "../../contract/investigation.ts";
import type { Chain, Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { renderCoverage } from "../plain/coverage.ts";
import { percent } from "../plain/section.ts";
import type { TableData } from "../plain/table.ts";

const unlimited = Number.POSITIVE_INFINITY;
const plainStyle = { width: unlimited, maxRows: unlimited, colour: false, nowMs: 0 };

// One page with nothing to fetch: it can be mailed, archived and opened without a network.
const css = `
:root { color-scheme: light dark; --line: #8884; --dim: light-dark(#555, #aaa); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
article { border-left: 4px solid var(--line); padding-left: 1rem; margin: 1rem 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 0.875rem; width: max-content; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; max-width: 30rem; overflow-wrap: anywhere; }
.dim, footer { color: var(--dim); font-size: 0.875rem; }
.critical { border-color: #a3d; } .high { border-color: #d33; } .medium { border-color: #c80; } .low { border-color: #089; }`;

/** Text from elsewhere as HTML text or attribute value. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return escapeControl(text).replace(/[&<>"']/g, (character) => entities[character]!);
}

/** The investigation as one self-contained page, light or dark as the reader has it. */
export function investigationHtml(investigation: Investigation): string {
  const { query, findings, chains, summary, reading } = investigation;
  const body = [
    `<h1>${escapeHtml(query)}</h1>`,
    outcome(investigation),
    ...(findings.length > 0 ? ["<h2>Findings</h2>", ...findings.map(findingHtml)] : []),
    ...(chains.length > 0 ? ["<h2>Chains</h2>", ...chains.map(chainHtml)] : []),
    ...(summary?.answer?.rows.length ? ["<h2>Answer</h2>", tableHtml(summary.answer)] : []),
    ...(summary ? ["<h2>Coverage</h2>", coverageHtml(investigation)] : []),
    ...(reading
      ? [
          `<h2>How it was read</h2><p>${escapeHtml(reading.text)} (${percent(reading.confidence)} sure)</p>`,
        ]
      : []),
    `<footer>${escapeHtml(`${investigation.investigation_id}, ${investigation.status}, started ${investigation.started_at}`)}</footer>`,
  ];
  return page(escapeHtml(query), body.join("\n"));
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${css}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function outcome({ summary, error, status }: Investigation): string {
  const text = summary?.narrative ?? error?.message ?? `The investigation is ${status}.`;
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n");
}

function findingHtml(finding: Finding): string {
  const { severity, hostname, title, confidence, evidence, remediation } = finding;
  return [
    `<article class="${escapeHtml(severity)}"><p><strong>${escapeHtml(`${severity}: ${title}`)}</strong> on ${escapeHtml(hostname)}`,
    ` <span class="dim">${percent(confidence)} sure ${escapeHtml(finding.attack.join(", "))}</span></p>`,
    evidence.rows.length > 0 ? tableHtml(evidence) : "",
    remediation ? `<p>Fix: ${escapeHtml(remediation)}</p>` : "",
    "</article>",
  ].join("");
}

function chainHtml({ from, to, severity, status, steps, narrative }: Chain): string {
  const items = steps.map(
    (step) => `<li>${escapeHtml(`${step.from.label} → ${step.to.label} by ${step.edge}`)}</li>`,
  );
  return [
    `<article class="${escapeHtml(severity)}"><p><strong>${escapeHtml(`${severity}: ${from.label} → ${to.label}`)}</strong> (${escapeHtml(status)})</p>`,
    `<p>${escapeHtml(narrative)}</p><ol>${items.join("")}</ol></article>`,
  ].join("");
}

function tableHtml({ columns, rows }: TableData): string {
  const cellText = (cell: Cell) => (cell === null ? "" : escapeHtml(String(cell)));
  const head = columns.map((name) => `<th>${escapeHtml(name)}</th>`).join("");
  const body = rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${cellText(cell)}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

function coverageHtml({ summary }: Investigation): string {
  const [asked, ...gaps] = renderCoverage(summary!, plainStyle);
  const list = gaps.map((gap) => `<li>${escapeHtml(gap.trim())}</li>`).join("");
  return `<p>${escapeHtml(asked!)}</p>${list && `<ul>${list}</ul>`}`;
}
