import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable } from "../model/table.ts";
import { type ProcessReads, trackProcessReads } from "./proc/attempt.ts";
import { readFileLink } from "./proc/file-link.ts";
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
    const file = reads.attempt(pid, () => {
      const link = host.readlink(`${folder}/${name}`);
      return { link, ...readFileLink(host, pid, `fd/${name}`) };
    });
    if (!file?.link.startsWith("/")) return [];
    const { link, path, deleted } = file;
    return [{ fd: Number(name), path: link, file_path: path, deleted: Number(deleted) }];
  });
}
