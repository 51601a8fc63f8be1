import type { CollectedTable } from "../../model/table.ts";
import { collectLaunchd } from "./darwin.ts";

/** One job of launchd a row; `disabled` is what its file says, which launchd_overrides may overrule. */
export const launchd: CollectedTable = {
  name: "launchd",
  description:
    "launchd's daemons and agents: what they run, when, as whom, and whether they run now.",
  platforms: ["darwin"],
  columns: {
    path: "TEXT",
    name: "TEXT",
    label: "TEXT",
    program: "TEXT",
    run_at_load: "TEXT",
    keep_alive: "TEXT",
    on_demand: "TEXT",
    disabled: "TEXT",
    username: "TEXT",
    groupname: "TEXT",
    stdout_path: "TEXT",
    stderr_path: "TEXT",
    start_interval: "TEXT",
    program_arguments: "TEXT",
    watch_paths: "TEXT",
    queue_directories: "TEXT",
    inetd_compatibility: "TEXT",
    start_on_mount: "TEXT",
    root_directory: "TEXT",
    working_directory: "TEXT",
    process_type: "TEXT",
    kind: "TEXT",
    start_calendar_interval: "TEXT",
    pid: "BIGINT",
    last_exit_status: "INTEGER",
  },
  collect: collectLaunchd,
};
