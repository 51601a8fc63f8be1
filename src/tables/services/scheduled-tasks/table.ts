import type { CollectedTable } from "../../model/table.ts";
import { collectScheduledTasks } from "./windows.ts";

/** One task of the task scheduler a row, in whichever folder. */
export const scheduledTasks: CollectedTable = {
  name: "scheduled_tasks",
  description: "Scheduled tasks: what they run, when they ran and when they will.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    action: "TEXT",
    path: "TEXT",
    enabled: "INTEGER",
    state: "TEXT",
    hidden: "INTEGER",
    last_run_time: "BIGINT",
    next_run_time: "BIGINT",
    last_run_message: "TEXT",
    last_run_code: "TEXT",
  },
  collect: collectScheduledTasks,
};
