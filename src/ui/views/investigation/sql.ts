import type { Investigation } from "../../../contract/investigation.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import type { View } from "../view.ts";

/** The statements behind an answer: those of its reading, and those of the evidence of its findings. */
export const sqlView: View<Investigation> = {
  json: statementsOf,
  plain: (investigation) => {
    const statements = statementsOf(investigation);
    if (statements.length === 0) return ["This answer is not made of SQL."];
    return statements.flatMap((sql) => `${sql};`.split("\n").map(escapeControl));
  },
};

function statementsOf({ reading, findings }: Investigation): string[] {
  const merge = reading?.merge_sql ? [reading.merge_sql] : [];
  const evidence = findings.map((finding) => finding.evidence.sql);
  const all = [...(reading?.sql ?? []), ...merge, ...evidence];
  return [...new Set(all.map((sql) => sql.trim().replace(/;$/, "")))];
}
