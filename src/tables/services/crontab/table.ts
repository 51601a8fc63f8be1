import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";

/**
 * One row per cron job, with its account: system crontabs, users' crontabs, anacron's, and the
 * scripts of cron.hourly and similar folders, whose `event` is "@hourly" and whose command is the
 * script. As in osquery, `command` begins with the account in files that name one; `job_command` is
 * what cron runs. `barred` says why a job never runs, and `enabled` is 0 then: no date fits, or cron
 * refuses the file by its owner, mode or contents (`is_read` 0).
 */
export const crontab: CollectedTable = {
  name: "crontab",
  description: "Cron and anacron jobs, and the scripts of cron.hourly, daily, weekly and monthly.",
  platforms: ["linux", "darwin"],
  columns: {
    event: "TEXT",
    minute: "TEXT",
    hour: "TEXT",
    day_of_month: "TEXT",
    month: "TEXT",
    day_of_week: "TEXT",
    command: "TEXT",
    path: "TEXT",
    username: "TEXT",
    job_command: "TEXT",
    enabled: "INTEGER",
    is_read: "INTEGER",
    barred: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin }),
};
