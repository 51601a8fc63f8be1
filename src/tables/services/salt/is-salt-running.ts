import { gapOf } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { listPids } from "../../processes/proc/pids.ts";

/**
 * Whether the daemon runs: 1 for yes, null where processes are hidden. Its name is among its
 * arguments: the name of the process is that of Python.
 */
export function isSaltRunning(read: GapReader, daemon: string): number | null {
  const report = read.forColumns(["enabled"]).report;
  try {
    const own = gapReader(read.host);
    const pids = listPids(own);
    if (pids.some((pid) => wordsOf(read.host, pid).some((word) => word === daemon))) return 1;
    report(...own.gaps);
    return own.gaps.length > 0 ? null : 0;
  } catch (error) {
    report(gapOf(error, "/proc"));
    return null;
  }
}

/** The names of the files among a process's arguments, also where it has replaced them by a title. */
function wordsOf(host: Host, pid: number): string[] {
  try {
    const words = host.read(`/proc/${pid}/cmdline`).split(/[\0 ]+/);
    return words.map((word) => word.slice(word.lastIndexOf("/") + 1));
  } catch {
    return []; // it ended after it was listed
  }
}
