import { bySeverity } from "../../../contract/by-severity.ts";
import type { Finding } from "../../../contract/summary.ts";
import { type Html, html } from "../../../core/html.ts";
import { faultTable, hostTable, uncheckedText } from "../../posture/fleet-tables.ts";
import type { PostureReport } from "../../posture/posture-report.ts";
import { count } from "../../text/section.ts";
import { severityMark } from "../severity.ts";
import { dataTable } from "../table.ts";

/** The worst hosts, the most frequent weaknesses, and what is wrong with each host. */
export function hostTables({ posture, isFleet }: PostureReport, findings: Finding[]): Html {
  if (!isFleet) return html``;
  const shown = posture.hosts.length;
  const cut = shown < posture.host_count ? `, the worst ${shown} shown` : "";
  const unchecked = uncheckedText(posture);
  return html`${dataTable(`${count(posture.host_count, "host")}, worst first${cut}`, hostTable(posture))}
${unchecked && html`<p>${unchecked}</p>`}
${dataTable("Most frequent weaknesses", faultTable(posture))}
<h3>By host</h3>
${posture.hosts.map((host) =>
  hostDetails(
    host.hostname,
    findings.filter(({ agent_id }) => agent_id === host.agent_id),
  ),
)}`;
}

function hostDetails(hostname: string, findings: Finding[]): Html {
  if (findings.length === 0) return html``;
  return html`<details><summary>${hostname}: ${count(findings.length, "finding")}</summary>
<ul>${bySeverity(findings).map(
    ({ severity, title, evidence, accepted }) =>
      html`<li>${severityMark(severity)} ${title} <span class="dim">${count(evidence.row_count, "row")}${accepted && ", accepted"}</span></li>\n`,
  )}</ul></details>
`;
}
