import type { CollectedTable } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";

/** osquery uploads whole files for `WHERE carve = 1`. An agent uploads rows of tables only. */
export const carves: CollectedTable = {
  name: "carves",
  description: "Uploads of whole files; agents refuse to make any.",
  platforms: ["linux"],
  columns: linuxColumns("carves"),
  collect: () => ({
    rows: [],
    gaps: [{ reason: "policy", detail: "carves: an agent uploads no files" }],
  }),
};
