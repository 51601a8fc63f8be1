import type { Finding } from "../../../contract/summary.ts";
import { type Html, html } from "../../../core/html.ts";
import {
  type ChangeReport,
  changeCounts,
  type ResolvedFault,
} from "../../posture/change-report.ts";
import { utcTimeText } from "../../text/utc-time.ts";
import { severityMark } from "../severity.ts";

/** What is new, changed and resolved since the last posture of the same hosts. */
export function postureChanges(changes: ChangeReport | null): Html {
  if (changes === null) return html``;
  return html`<p>${changeCounts(changes)} since ${utcTimeText(changes.since)}.</p>
${list("New", changes.added.map(findingItem))}
${list("Changed: other rows of evidence", changes.changed.map(findingItem))}
${list("Resolved", changes.resolved.map(faultItem))}`;
}

function list(heading: string, items: Html[]): Html {
  return items.length === 0 ? html`` : html`<h3>${heading}</h3>\n<ul>${items}</ul>`;
}

function findingItem({ severity, hostname, title }: Finding): Html {
  return html`<li>${severityMark(severity)} ${hostname}: ${title}</li>\n`;
}

function faultItem({ hostname, title }: ResolvedFault): Html {
  return html`<li>${hostname}: ${title}</li>\n`;
}
