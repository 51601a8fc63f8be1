import type { CollectedTable } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";

/** Always empty: the agent loads no extensions. */
export const osqueryExtensions: CollectedTable = {
  name: "osquery_extensions",
  description: "Extensions of osquery; the agent loads none.",
  platforms: ["linux"],
  columns: linuxColumns("osquery_extensions"),
  collect: () => ({ rows: [], gaps: [] }),
};
