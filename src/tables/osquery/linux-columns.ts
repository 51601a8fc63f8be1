import type { ColumnType } from "../model/table.ts";
import { osqueryColumns } from "./osquery-columns.ts";

/** The columns that osquery's table of this name has on Linux. */
export function linuxColumns(table: string): Record<string, ColumnType> {
  const columns = osqueryColumns(table);
  if (!columns) throw new Error(`${table} is no table of osquery`);
  return Object.fromEntries(
    columns
      .filter(({ platforms }) => platforms === null || platforms.includes("linux"))
      .map(({ name, type }) => [name, type]),
  );
}
