import type { CollectedTable } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";

/** Always empty: questions come from the server, and an agent has no packs of its own. */
export const osqueryPacks: CollectedTable = {
  name: "osquery_packs",
  description: "Packs in osquery's configuration; the agent has none.",
  platforms: ["linux"],
  columns: linuxColumns("osquery_packs"),
  collect: () => ({ rows: [], gaps: [] }),
};
