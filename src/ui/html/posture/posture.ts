import type { Finding } from "../../../contract/summary.ts";
import { type Html, html } from "../../../core/html.ts";
import type { PostureReport } from "../../posture/posture-report.ts";
import { postureChanges } from "./changes.ts";
import { fixArticles } from "./fixes.ts";
import { groupArticles } from "./groups.ts";
import { hostTables } from "./hosts.ts";
import { pathEntries } from "./paths.ts";
import { unknownTables } from "./unknown.ts";
import { verdictOf } from "./verdict.ts";

interface Section {
  id: string;
  title: string;
  body: Html;
}

/** A posture with its contents, in the order of what to do about it. */
export function postureSections(report: PostureReport, findings: Finding[]): Html {
  const sections = sectionsOf(report, findings).filter(({ body }) => body.markup !== "");
  return html`${verdictOf(report.posture)}
<nav aria-label="Contents"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
${sections.map(({ id, title, body }) => html`<h2 id="${id}">${title}</h2>\n${body}\n`)}`;
}

function sectionsOf(report: PostureReport, findings: Finding[]): Section[] {
  const { posture, first, intrusions, health } = report;
  return [
    { id: "paths", title: `Paths to root (${posture.path_count})`, body: pathEntries(report) },
    { id: "first", title: "Fix first", body: fixArticles(first, report) },
    {
      id: "intrusion",
      title: `Signs of intrusion (${posture.intrusion.finding_ids.length})`,
      body: groupArticles(intrusions),
    },
    { id: "hosts", title: "Hosts", body: hostTables(report, findings) },
    { id: "others", title: "Other weaknesses", body: otherFixes(report) },
    {
      id: "unknown",
      title: `Could not be checked (${posture.unknown.length})`,
      body: unknownTables(report),
    },
    {
      id: "health",
      title: `Health (${posture.health.finding_ids.length})`,
      body: groupArticles(health),
    },
    {
      id: "accepted",
      title: `Accepted (${posture.accepted?.finding_ids.length})`,
      body: groupArticles(report.accepted),
    },
    { id: "changes", title: "Since the last run", body: postureChanges(report.changes) },
  ];
}

function otherFixes(report: PostureReport): Html {
  const { others, otherCount } = report;
  const hidden = otherCount - others.length;
  return html`${fixArticles(others, report)}${hidden > 0 && html`<p class="dim">… ${hidden} more</p>`}`;
}
