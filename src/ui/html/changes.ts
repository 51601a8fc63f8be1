import type { Investigation } from "../../contract/investigation.ts";
import type { Finding } from "../../contract/summary.ts";
import { type Html, html } from "../../core/html.ts";
import { groupFindings } from "../plain/finding-groups.ts";
import { sinceLastRun } from "../plain/since-last-run.ts";
import { evidenceTables } from "./findings.ts";
import { severityMark } from "./severity.ts";

/** New and resolved findings of a run of a scheduled question. */
export function changesSection(investigation: Investigation): Html {
  const text = sinceLastRun(investigation);
  if (text === null) return html``;
  const { changes } = investigation;
  return html`<h2>Since the last run</h2>
<p>${text}</p>
${changes && [changed("New", changes.new), changed("Resolved", changes.resolved)]}`;
}

function changed(heading: string, findings: Finding[]): Html {
  if (findings.length === 0) return html``;
  return html`<h3>${heading}</h3>
${groupFindings(findings).map(
  (group) => html`<p>${severityMark(group.severity)} ${group.title}</p>\n${evidenceTables(group)}`,
)}`;
}
