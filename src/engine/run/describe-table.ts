import type { Table } from "../../tables/model/table.ts";
import type { TableInfo } from "../types.ts";

/** A table's entry in the listing. */
export function describeTable(table: Table, platform: NodeJS.Platform): TableInfo {
  return {
    name: table.name,
    description: table.description,
    platforms: [...table.platforms],
    columns: Object.entries(table.columns).map(([name, type]) => ({ name, type })),
    required: "required" in table ? [...table.required] : [],
    here: table.platforms.includes(platform),
  };
}
