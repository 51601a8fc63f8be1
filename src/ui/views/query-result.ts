import type { StatementResult } from "../../contract/plan.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { blocks, count } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { View } from "./view.ts";

/** Rows of a statement run on this machine, and the gaps in its tables. */
export const queryResultView: View<StatementResult> = {
  plain: (result, style) => {
    const gaps = result.gaps.map(({ table, reason, detail }) =>
      paint(style, "yellow", escapeControl(`incomplete: ${table} (${reason}: ${detail})`)),
    );
    const rows = result.rows.length > 0 ? renderTable(result, style) : ["No rows."];
    const cut = result.truncated ? [`Only the first ${count(result.rows.length, "row")}.`] : [];
    return blocks(rows, [...cut, ...gaps]);
  },
};
