import { type Html, html } from "../../../core/html.ts";
import type { PostureReport } from "../../posture/posture-report.ts";
import { utcTimeText } from "../../text/utc-time.ts";
import { severityMark } from "../severity.ts";

/** What is new and what is resolved since the last posture of the same hosts. */
export function postureChanges({ posture, added }: PostureReport): Html {
  const { changes } = posture;
  if (changes === null) return html``;
  const { since, new: ids, resolved } = changes;
  return html`<p>${ids.length} new, ${resolved.length} resolved since ${utcTimeText(since)}.</p>
${
  added.length > 0 &&
  html`<h3>New</h3>
<ul>${added.map(({ severity, hostname, title }) => html`<li>${severityMark(severity)} ${hostname}: ${title}</li>\n`)}</ul>`
}${
  resolved.length > 0 &&
  html`<h3>Resolved</h3>
<ul>${resolved.map(({ hostname, title }) => html`<li>${hostname}: ${title}</li>\n`)}</ul>`
}`;
}
