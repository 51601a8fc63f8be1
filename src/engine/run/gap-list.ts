import type { TableGap } from "../../contract/plan.ts";
import type { Gap } from "../../tables/host/gap.ts";
import { limits } from "../sqlite/limits.ts";
import { columnKey } from "../virtual-tables/evaluation.ts";

/**
 * The gaps of one statement, without duplicates; per table only the first ones are listed, the rest
 * is counted. A gap in columns that the statement does not read is left out.
 */
export interface GapList {
  add(table: string, gap: Gap): void;
  list(): TableGap[];
}

export function createGapList(columnsRead: ReadonlySet<string>): GapList {
  const gaps = new Map<string, TableGap>();
  const counts = new Map<string, number>();
  const seen = new Set<Gap>();
  return {
    add(table, gap) {
      // A join reports the same gap for each row.
      if (seen.has(gap)) return;
      seen.add(gap);
      const { reason, detail, columns, absent } = gap;
      if (columns && !columns.some((column) => columnsRead.has(columnKey(table, column)))) return;
      const key = JSON.stringify([table, reason, detail, columns]);
      if (gaps.has(key)) return;
      const count = (counts.get(table) ?? 0) + 1;
      counts.set(table, count);
      if (count <= limits.gapsPerTable) {
        gaps.set(key, {
          table,
          reason,
          detail,
          ...(columns && { columns }),
          ...(absent && { absent }),
        });
      }
    },
    list() {
      const all = [...gaps.values()];
      for (const [table, count] of counts) {
        const more = count - limits.gapsPerTable;
        if (more > 0) all.push({ table, reason: "error", detail: `${more} more gaps` });
      }
      return all;
    },
  };
}
