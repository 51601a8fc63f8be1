import type { CollectedTable } from "../model/table.ts";

/** Always empty: the agent is configured by its own file, which holds secrets, not by osquery's flags. */
export const osqueryFlags: CollectedTable = {
  name: "osquery_flags",
  description: "osquery's command line flags; the agent has none of them.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    type: "TEXT",
    description: "TEXT",
    default_value: "TEXT",
    value: "TEXT",
    shell_only: "INTEGER",
  },
  collect: () => ({ rows: [], gaps: [] }),
};
