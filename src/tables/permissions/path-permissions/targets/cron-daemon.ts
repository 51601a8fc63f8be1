import type { Gap } from "../../../host/gap.ts";
import { gapOf } from "../../../host/gap.ts";
import type { Host } from "../../../host/port.ts";
import { listPids } from "../../../processes/proc/pids.ts";

const daemons = new Set(["cron", "crond", "fcron"]);

/** systemd-cron has no process: this makes timers of the same files. */
const generator = "/usr/lib/systemd/system-generators/systemd-crontab-generator";

/** Who runs jobs here: 1 for yes, null where processes are hidden. */
export interface CronDaemon {
  tables: number | null;
  /** Scripts of cron.daily and its like, which anacron runs as well, from a timer and with no process of its own. */
  periods: number | null;
}

export function findCronDaemon(host: Host, gaps: Gap[]): CronDaemon {
  const tables = host.exists(generator) ? 1 : daemonRuns(host, gaps);
  return { tables, periods: host.exists("/usr/sbin/anacron") ? 1 : tables };
}

function daemonRuns(host: Host, gaps: Gap[]): number | null {
  try {
    const { pids, gaps: hidden } = listPids(host);
    if (pids.some((pid) => daemons.has(commandName(host, pid)))) return 1;
    gaps.push(...hidden.map((gap) => ({ ...gap, columns: ["enabled"] })));
    return hidden.length > 0 ? null : 0;
  } catch (error) {
    gaps.push({ ...gapOf(error, "/proc"), columns: ["enabled"] });
    return null;
  }
}

/** A process may end between the listing and the look. */
function commandName(host: Host, pid: number): string {
  try {
    return host.read(`/proc/${pid}/comm`).trim();
  } catch {
    return "";
  }
}
