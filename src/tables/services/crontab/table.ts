import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";

/**
 * One cron job a row, with whom it runs as: system crontabs, users' own, anacron's, and the
 * scripts of cron.hourly and its like, whose `event` is "@hourly" and whose command is the script.
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
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin }),
};
