import type { CollectedTable } from "../model/table.ts";

/** Always empty: the agent subscribes to no events of the kernel. */
export const osqueryEvents: CollectedTable = {
  name: "osquery_events",
  description: "Event publishers and subscribers; the agent has none.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    publisher: "TEXT",
    type: "TEXT",
    subscriptions: "INTEGER",
    events: "INTEGER",
    refreshes: "INTEGER",
    active: "INTEGER",
  },
  collect: () => ({ rows: [], gaps: [] }),
};
