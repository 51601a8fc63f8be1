import type { Finding } from "../../../contract/summary.ts";
import { type Html, html } from "../../../core/html.ts";
import { groupFindings } from "../../plain/finding-groups.ts";
import { count } from "../../text/section.ts";
import { evidenceTables } from "../findings.ts";
import { sqlDetails } from "../sql.ts";

/** More rows than these are collapsed. */
const openRows = 5;

/** The rows that prove these findings, and the SQL behind them. */
export function evidenceDetails(findings: Finding[]): Html {
  if (findings.length === 0) return html``;
  const rows = findings.reduce((sum, { evidence }) => sum + evidence.row_count, 0);
  const groups = groupFindings(findings);
  return html`<details${rows <= openRows && html` open`}><summary>Evidence: ${count(rows, "row")}</summary>
${groups.map((group) => [evidenceTables(group), sqlDetails("Asked with this SQL", group.sql)])}
</details>`;
}
