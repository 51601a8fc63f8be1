import type { GapReader } from "../../../../host/gap-reader.ts";
import { isDaemonRunning } from "../commands/running-daemon.ts";

const daemons = new Set(["cron", "crond", "fcron"]);

/** systemd-cron has no process: this generator makes timers of the same files. */
const generator = "/usr/lib/systemd/system-generators/systemd-crontab-generator";

/** Whether jobs run here: 1 for yes, null where processes are hidden. */
export interface CronDaemon {
  tables: number | null;
  /**
   * Scripts of cron.daily and similar folders, which anacron also runs, from a timer and without a
   * process.
   */
  periods: number | null;
}

export function findCronDaemon(read: GapReader): CronDaemon {
  const tables = read.host.exists(generator) ? 1 : isDaemonRunning(read, daemons);
  return { tables, periods: read.host.exists("/usr/sbin/anacron") ? 1 : tables };
}
