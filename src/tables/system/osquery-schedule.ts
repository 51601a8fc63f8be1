import type { CollectedTable } from "../model/table.ts";

/** Always empty: scheduled questions are the server's, and an agent runs no schedule of its own. */
export const osquerySchedule: CollectedTable = {
  name: "osquery_schedule",
  description: "Scheduled queries of the agent itself; it has none.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    query: "TEXT",
    interval: "INTEGER",
    executions: "BIGINT",
    last_executed: "BIGINT",
    denylisted: "INTEGER",
    output_size: "BIGINT",
    wall_time: "BIGINT",
    wall_time_ms: "BIGINT",
    last_wall_time_ms: "BIGINT",
    user_time: "BIGINT",
    last_user_time: "BIGINT",
    system_time: "BIGINT",
    last_system_time: "BIGINT",
    average_memory: "BIGINT",
    last_memory: "BIGINT",
  },
  collect: () => ({ rows: [], gaps: [] }),
};
