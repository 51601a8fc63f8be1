import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { textOfBytes } from "../parsers/byte-text.ts";
import { parseAuthEntries } from "../parsers/logs/auth-log.ts";
import { trackProcessReads } from "./proc/attempt.ts";
import { readFileLink } from "./proc/file-link.ts";
import { processNamer } from "./proc/owner.ts";
import { listPids } from "./proc/pids.ts";

/**
 * One row per file below /var/log that a process has open for writing. position is the offset up to
 * which the process has written: a size below it means that the file was shortened since. first_time
 * is that of its first line if syslog wrote it (epoch seconds).
 */
export const openLogs: CollectedTable = {
  name: "open_logs",
  description: "Files below /var/log that processes write: position, size, and whether deleted.",
  platforms: ["linux"],
  columns: {
    pid: "BIGINT",
    fd: "BIGINT",
    path: "TEXT",
    deleted: "INTEGER",
    position: "BIGINT",
    size: "BIGINT",
    first_time: "BIGINT",
    process_name: "TEXT",
    username: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const reads = trackProcessReads("open files");
    const nameOf = processNamer(read);
    const rows = listPids(read).flatMap((pid) => {
      const names = reads.attempt(pid, () => host.list(`/proc/${pid}/fd`)) ?? [];
      const logs = names.flatMap(
        (fd) => reads.attempt(pid, () => describeLog(host, pid, fd)) ?? [],
      );
      return logs.map((log) => ({ pid, ...log, ...nameOf(pid) }));
    });
    return { rows, gaps: [...read.gaps, ...reads.gaps()] };
  },
};

function describeLog(host: Host, pid: number, fd: string): Row[] {
  const { path, deleted } = readFileLink(host, pid, `fd/${fd}`);
  if (!path.startsWith("/var/log/")) return [];
  const info = host.read(`/proc/${pid}/fdinfo/${fd}`);
  // See proc_pid_fdinfo(5): the last octal digit holds the access mode, 0 for reading.
  const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? "0", 8);
  if ((flags & 3) === 0) return [];
  const position = Number(/^pos:\s*(\d+)/m.exec(info)?.[1] ?? 0);
  const { size } = host.stat(`/proc/${pid}/fd/${fd}`);
  const first_time = firstTime(host, `/proc/${pid}/fd/${fd}`);
  return [{ fd: Number(fd), path, deleted: Number(deleted), position, size, first_time }];
}

/** What the first dated line is looked for in. */
const startBytes = 4096;

function firstTime(host: Host, path: string): number | null {
  if (!host.stat(path).isFile()) return null;
  const start = textOfBytes(host.readBytes(path, startBytes));
  const nowSeconds = Math.floor(host.now() / 1000);
  return parseAuthEntries(start, { nowSeconds, tags: /./ })[0]?.time ?? null;
}
