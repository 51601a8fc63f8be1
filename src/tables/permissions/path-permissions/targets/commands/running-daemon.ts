import { gapOf } from "../../../../host/gap.ts";
import { type GapReader, gapReader } from "../../../../host/gap-reader.ts";
import type { Host } from "../../../../host/port.ts";
import { listPids } from "../../../../processes/proc/pids.ts";

/** Whether one of these programs runs: 1 for yes, null where processes are hidden. */
export function isDaemonRunning(read: GapReader, daemons: ReadonlySet<string>): number | null {
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
