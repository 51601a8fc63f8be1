import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable } from "../model/table.ts";
import { type ProcessReads, trackProcessReads } from "./proc/attempt.ts";
import { processNamer } from "./proc/owner.ts";
import { listPids } from "./proc/pids.ts";

/**
 * One row per open file of a process, whose `path` ends in " (deleted)" as the kernel marks it, and
 * whose `file_path` does not; sockets, pipes and others without a path are skipped.
 */
export const processOpenFiles: CollectedTable = {
  name: "process_open_files",
  description: "Files that processes have open, including deleted ones.",
  platforms: ["linux"],
  columns: {
    pid: "BIGINT",
    fd: "BIGINT",
    path: "TEXT",
    file_path: "TEXT",
    deleted: "INTEGER",
    process_name: "TEXT",
    username: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const pids = listPids(read);
    const reads = trackProcessReads("open files");
    const nameOf = processNamer(read);
    const rows = pids.flatMap((pid) =>
      filesOf(host, pid, reads).map((file) => ({ pid, ...file, ...nameOf(pid) })),
    );
    return { rows, gaps: [...read.gaps, ...reads.gaps()] };
  },
};

function filesOf(host: Host, pid: number, reads: ProcessReads) {
  const folder = `/proc/${pid}/fd`;
  const names = reads.attempt(pid, () => host.list(folder)) ?? [];
  return names.flatMap((name) => {
    const link = reads.attempt(pid, () => host.readlink(`${folder}/${name}`));
    if (!link?.startsWith("/")) return [];
    return [{ fd: Number(name), path: link, ...parseFileLink(link) }];
  });
}

/** The kernel marks deleted files. */
export function parseFileLink(link: string): { file_path: string; deleted: 0 | 1 } {
  const mark = " (deleted)";
  return link.endsWith(mark)
    ? { file_path: link.slice(0, -mark.length), deleted: 1 }
    : { file_path: link, deleted: 0 };
}
