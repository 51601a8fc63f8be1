import type { Investigation } from "../../contract/investigation.ts";
import type { CheckTally, Coverage, Summary } from "../../contract/summary.ts";
import { type Html, html } from "../../core/html.ts";
import { askedText, reasonText, whyUnknown } from "../plain/coverage.ts";
import { freshnessTexts } from "../plain/freshness-text.ts";
import { scopeText } from "../plain/scope-text.ts";
import { dataTable } from "./table.ts";

/** Which hosts were queried and answered, which did not and why, and the age of the data. */
export function coverageSection(investigation: Investigation): Html {
  const { summary, scope } = investigation;
  const freshness = freshnessTexts(investigation);
  return html`<h2>Coverage</h2>
<p>Scope: ${scopeText(scope)}.</p>
${summary && [askedLine(summary.coverage), silentTable(summary.coverage), checks(summary)]}
${freshness.length > 0 && html`<h3>Freshness</h3>\n<p>${freshness.join(" ")}</p>`}`;
}

function askedLine(coverage: Coverage): Html {
  return html`<p>${askedText(coverage)}</p>`;
}

function silentTable({ unanswered }: Coverage): Html {
  if (unanswered.length === 0) return html``;
  const rows = unanswered.map(({ agent_id, reason }) => [agent_id, reasonText(reason)]);
  return dataTable("Not seen", { columns: ["agent", "why"], rows });
}

/** The whole catalogue is collapsed. */
function checks({ checks, posture }: Summary): Html {
  const table = checkTable(checks);
  return posture ? html`<details><summary>All checks</summary>${table}</details>` : table;
}

function checkTable(checks: CheckTally[]): Html {
  if (checks.length === 0) return html``;
  const columns = ["check", "fails", "passes", "unknown", "not applicable", "why unknown"];
  const rows = checks.map((check) => [
    check.detection_id,
    check.fail,
    check.pass,
    check.unknown,
    check.not_applicable,
    whyUnknown(check),
  ]);
  return dataTable("Checks, by number of hosts", { columns, rows });
}
