import type { Finding } from "../../contract/summary.ts";
import { type Html, html } from "../../core/html.ts";
import { byColumns, type FindingGroup, groupFindings } from "../plain/finding-groups.ts";
import { count, percent } from "../text/section.ts";
import { acceptedNotes } from "./accepted.ts";
import { prose } from "./prose.ts";
import { severityClass, severityMark } from "./severity.ts";
import { sqlDetails } from "./sql.ts";
import { cellsOf, headsOf, numericColumns, scrolling, type TableShape } from "./table.ts";

/** Findings by detection, with their evidence and SQL. */
export function findingsSection(findings: Finding[]): Html {
  if (findings.length === 0) return html``;
  return html`<h2>Findings</h2>\n${groupFindings(findings).map(findingArticle)}`;
}

function findingArticle(group: FindingGroup): Html {
  const { severity, title, findings, confidence, attack, remediation, sql } = group;
  const hosts = count(new Set(findings.map(({ agent_id }) => agent_id)).size, "host");
  const facts = [`${percent(confidence)} sure`, `on ${hosts}`, ...attack].join(" · ");
  return html`<article class="${severityClass(severity)}">
<h3>${severityMark(severity)} ${title}</h3>
<p class="dim">${facts}</p>
${acceptedNotes(findings)}
${remediation && html`<p><strong>Fix:</strong> ${prose(remediation)}</p>`}
${evidenceTables(group)}
${sqlDetails("Asked with this SQL", sql)}
</article>
`;
}

/** The rows of all hosts under each other, a table for each shape of them. */
export function evidenceTables({ title, severity, findings }: FindingGroup): Html[] {
  return byColumns(findings).map((alike) => {
    const { columns, formats } = alike[0]!.evidence;
    const rows = alike.flatMap(({ evidence }) => evidence.rows);
    const shape = { columns, formats, numeric: numericColumns(columns.length, rows) };
    const head = html`<thead><tr><th scope="col">host</th>${headsOf(shape)}</tr></thead>`;
    const bodies = alike.map((finding) =>
      hostRows(finding, { shape, mark: finding.severity !== severity }),
    );
    return scrolling(
      { caption: "Evidence", label: `Evidence: ${title}` },
      html`${head}\n${bodies}`,
    );
  });
}

function hostRows(finding: Finding, { shape, mark }: { shape: TableShape; mark: boolean }): Html {
  const { rows, row_count } = finding.evidence;
  const hidden = row_count - rows.length;
  const more = html`<td class="dim" colspan="${Math.max(1, shape.columns.length)}">… ${count(hidden, "more row")}</td>`;
  const lines = [...rows.map((row) => cellsOf(row, shape)), ...(hidden > 0 ? [more] : [])];
  const host = html`<th scope="rowgroup" rowspan="${Math.max(1, lines.length)}">${finding.hostname}
${mark && severityMark(finding.severity)} <span class="id">${finding.finding_id}</span></th>`;
  if (lines.length === 0) return html`<tbody><tr>${host}</tr></tbody>`;
  return html`<tbody>${lines.map((line, at) => html`<tr>${at === 0 && host}${line}</tr>\n`)}</tbody>`;
}
