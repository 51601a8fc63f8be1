import type { CollectedTable, Table } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";

/** One row per table of the agent. osquery lists its other plugins here too, which an agent lacks. */
export const osqueryRegistry = (tables: () => Table[]): CollectedTable => ({
  name: "osquery_registry",
  description: "Tables of this agent, as osquery lists its plugins.",
  platforms: ["linux"],
  columns: linuxColumns("osquery_registry"),
  collect: ({ platform }) => ({
    rows: tables()
      .filter(({ platforms }) => platforms.includes(platform))
      .map(({ name }) => ({ registry: "table", name, owner_uuid: 0, internal: 0, active: 1 })),
    gaps: [],
  }),
});
