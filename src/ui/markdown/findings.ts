import type { Investigation } from "../../contract/investigation.ts";
import type { Finding } from "../../contract/summary.ts";
import { acceptedTexts } from "../plain/acceptance-text.ts";
import { byColumns, type FindingGroup, groupFindings } from "../plain/finding-groups.ts";
import { sinceLastRun } from "../plain/since-last-run.ts";
import { count, percent } from "../text/section.ts";
import { bullets, sqlDetails, table } from "./blocks.ts";
import { escapeLine, escapeMarkdown, prose } from "./escape.ts";

/** Findings by detection, with their evidence. */
export function findingBlocks(findings: Finding[]): string[] {
  if (findings.length === 0) return [];
  return ["## Findings", ...groupFindings(findings).flatMap(groupBlocks)];
}

function groupBlocks(group: FindingGroup): string[] {
  const { severity, title, confidence, attack, findings, remediation, sql } = group;
  const hosts = count(new Set(findings.map(({ agent_id }) => agent_id)).size, "host");
  const facts = [`${percent(confidence)} sure`, `on ${hosts}`, ...attack.map(escapeMarkdown)];
  return [
    `### ${escapeMarkdown(`${severity}: ${title}`)}`,
    facts.join(" · "),
    ...acceptedTexts(findings).map(escapeLine),
    ...(remediation ? [`**Fix:** ${prose(remediation)}`] : []),
    ...byColumns(findings).map((alike) => evidenceTable(alike, severity)),
    ...sqlDetails("SQL", sql),
  ];
}

/** The rows of all hosts under each other. */
export function evidenceTable(alike: Finding[], severity: FindingGroup["severity"]): string {
  const columns = ["host", ...alike[0]!.evidence.columns];
  const rows = alike.flatMap((finding) => {
    const { rows, row_count } = finding.evidence;
    const differs = finding.severity === severity ? "" : ` (${finding.severity})`;
    const host = `${finding.hostname}${differs}`;
    const hidden = row_count - rows.length;
    return [
      ...rows.map((row) => [host, ...row]),
      ...(hidden > 0 || rows.length === 0 ? [filled(columns.length, host, hidden)] : []),
    ];
  });
  return table({ columns, rows, formats: alike[0]!.evidence.formats });
}

function filled(width: number, host: string, hidden: number): string[] {
  const more = hidden > 0 ? `… ${count(hidden, "more row")}` : "";
  const cells = [host, more, ...Array<string>(width).fill("")];
  return width === 1 ? [hidden > 0 ? `${host} ${more}` : host] : cells.slice(0, width);
}

/** New and resolved findings of a run of a scheduled question. */
export function changeBlocks(investigation: Investigation): string[] {
  const text = sinceLastRun(investigation);
  if (text === null) return [];
  const { new: added = [], resolved = [] } = investigation.changes ?? {};
  const lineOf = (word: string) => (finding: Finding) =>
    `**${word}** ${escapeMarkdown(`${finding.hostname}: ${finding.title} (${finding.severity})`)}`;
  const lines = [...added.map(lineOf("New")), ...resolved.map(lineOf("Resolved"))];
  return ["## Since the last run", text, ...(lines.length > 0 ? [bullets(lines)] : [])];
}
