import type { Finding } from "../../../contract/summary.ts";
import { byColumns } from "../../plain/finding-groups.ts";
import { count } from "../../text/section.ts";
import { sqlBlock } from "../escape.ts";
import { evidenceTable } from "../findings.ts";

/** The rows that prove these findings and the SQL behind them, collapsed. */
export function evidenceDetails(findings: Finding[]): string[] {
  const [first] = findings;
  if (!first) return [];
  const rows = findings.reduce((sum, { evidence }) => sum + evidence.row_count, 0);
  const statements = [...new Set(findings.map(({ evidence }) => evidence.sql))];
  return [
    `<details><summary>Evidence: ${count(rows, "row")}</summary>`,
    ...byColumns(findings).map((alike) => evidenceTable(alike, first.severity)),
    sqlBlock(statements),
    "</details>",
  ];
}
