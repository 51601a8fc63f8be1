import { type Html, html } from "../../../core/html.ts";
import { reasonText } from "../../plain/coverage.ts";
import type { LiftedChecks, PostureReport } from "../../posture/posture-report.ts";
import { count } from "../../text/section.ts";
import { prose } from "../prose.ts";
import { dataTable } from "../table.ts";

/** Checks that could not be made, by what would make them possible, and what could not be read. */
export function unknownTables({ unknown, gaps }: PostureReport): Html {
  return html`${unknown.map(liftedChecks)}${gaps.map((gap) => html`<p>${gap}</p>\n`)}`;
}

function liftedChecks({ lift, checks }: LiftedChecks): Html {
  const rows = checks.map(({ title, hosts, reason, detail }) => [
    title,
    hosts,
    reasonText(reason),
    detail,
  ]);
  return html`<p><strong>To make ${count(checks.length, "check")} possible:</strong> ${prose(lift)}</p>
${dataTable(lift, { columns: ["check", "hosts", "reason", "detail"], rows })}`;
}
