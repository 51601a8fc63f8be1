import { type Html, html } from "../../../core/html.ts";
import type { FindingGroup } from "../../plain/finding-groups.ts";
import { count, percent } from "../../text/section.ts";
import { acceptedNotes } from "../accepted.ts";
import { prose } from "../prose.ts";
import { severityClass, severityMark } from "../severity.ts";
import { evidenceDetails } from "./evidence.ts";

/** Findings for which no fix is ranked, by detection. */
export function groupArticles(groups: FindingGroup[]): Html {
  return html`${groups.map(groupArticle)}`;
}

function groupArticle({
  severity,
  title,
  findings,
  confidence,
  attack,
  remediation,
}: FindingGroup) {
  const facts = [
    `${percent(confidence)} sure`,
    `on ${count(findings.length, "host")}`,
    ...attack,
  ].join(" · ");
  return html`<article class="${severityClass(severity)}">
<h3>${severityMark(severity)} ${title}</h3>
<p class="dim">${facts}</p>
${acceptedNotes(findings)}
${remediation && html`<p>${prose(remediation)}</p>`}
${evidenceDetails(findings)}
</article>
`;
}
