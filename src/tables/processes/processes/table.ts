import type { Host } from "../../host/port.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable, Row } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

const collect = byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows });

/**
 * One row per running process. Columns that only the owner of a process may read (program, folders,
 * disk bytes) are NULL for others' processes, with a gap; `on_disk` is -1 without a program (kernel
 * threads). `collecting` is 1 for the agent itself, whose load is that of answering.
 */
export const processes: CollectedTable = {
  name: "processes",
  description: "Running processes.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    pid: "BIGINT",
    name: "TEXT",
    path: "TEXT",
    cmdline: "TEXT",
    state: "TEXT",
    cwd: "TEXT",
    root: "TEXT",
    uid: "BIGINT",
    gid: "BIGINT",
    euid: "BIGINT",
    egid: "BIGINT",
    suid: "BIGINT",
    sgid: "BIGINT",
    on_disk: "INTEGER",
    wired_size: "BIGINT",
    resident_size: "BIGINT",
    total_size: "BIGINT",
    user_time: "BIGINT",
    system_time: "BIGINT",
    disk_bytes_read: "BIGINT",
    disk_bytes_written: "BIGINT",
    start_time: "BIGINT",
    parent: "BIGINT",
    pgroup: "BIGINT",
    threads: "INTEGER",
    nice: "INTEGER",
    elapsed_time: "BIGINT",
    handle_count: "BIGINT",
    percent_processor_time: "BIGINT",
    username: "TEXT",
    parent_name: "TEXT",
    cgroup_path: "TEXT",
    cpu_percent: "DOUBLE",
    memory_percent: "DOUBLE",
    collecting: "INTEGER",
  },
  collect(host) {
    const withCollecting = ({ rows, gaps }: Collected): Collected => ({
      rows: rows.map((row) => ({ ...row, collecting: isCollecting(host, row) })),
      gaps,
    });
    const collected = collect(host);
    return collected instanceof Promise
      ? collected.then(withCollecting)
      : withCollecting(collected);
  },
};

/** 1 for the process that collects these rows and the tools it runs for them, which nobody asks about. */
function isCollecting({ root }: Host, { pid, parent }: Row): number {
  const own = root === "/" ? process.pid : null;
  return Number(own !== null && (Number(pid) === own || Number(parent) === own));
}
