import type { Gap } from "../../src/tables/host/gap.ts";
import type { Host } from "../../src/tables/host/port.ts";
import type {
  Collected,
  CollectedTable,
  Constraint,
  PushDownTable,
  Row,
} from "../../src/tables/model/table.ts";

export const collectOf = async (table: CollectedTable, host: Host): Promise<Collected> =>
  table.collect(host);

export const collectRows = async (table: CollectedTable, host: Host) =>
  (await table.collect(host)).rows;

/** Rows and gaps of a push-down table. */
export function scanTable(table: PushDownTable, host: Host, constraints: Constraint[]) {
  const gaps: Gap[] = [];
  const rows = [...table.scan(host, constraints, (gap) => gaps.push(gap))];
  return { rows, gaps };
}

/** Rows cut to the named columns. */
export const pick = (rows: Row[], ...columns: string[]) =>
  rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
