import { gapOf } from "../../../host/gap.ts";
import { type GapReader, gapReader } from "../../../host/gap-reader.ts";
import type { Host } from "../../../host/port.ts";
import { listPids } from "../../../processes/proc/pids.ts";

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
  const tables = read.host.exists(generator) ? 1 : isDaemonRunning(read);
  return { tables, periods: read.host.exists("/usr/sbin/anacron") ? 1 : tables };
}

function isDaemonRunning(read: GapReader): number | null {
  try {
    const own = gapReader(read.host);
    const pids = listPids(own);
    if (pids.some((pid) => daemons.has(commandName(read.host, pid)))) return 1;
    read.forColumns(["enabled"]).report(...own.gaps);
    return own.gaps.length > 0 ? null : 0;
  } catch (error) {
    read.forColumns(["enabled"]).report(gapOf(error, "/proc"));
    return null;
  }
}

/** A process may end after it was listed. */
function commandName(host: Host, pid: number): string {
  try {
    return host.read(`/proc/${pid}/comm`).trim();
  } catch {
    return "";
  }
}
