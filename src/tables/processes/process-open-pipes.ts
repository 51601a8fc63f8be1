import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable } from "../model/table.ts";
import { type ProcessReads, trackProcessReads } from "./proc/attempt.ts";
import { listPids } from "./proc/pids.ts";

/** One row per end of a pipe and process that holds the other end; none where nobody else does. */
export const processOpenPipes: CollectedTable = {
  name: "process_open_pipes",
  description: "Pipes between processes: each end, and the process at the other.",
  platforms: ["linux"],
  columns: {
    pid: "BIGINT",
    fd: "BIGINT",
    mode: "TEXT",
    inode: "BIGINT",
    type: "TEXT",
    partner_pid: "BIGINT",
    partner_fd: "BIGINT",
    partner_mode: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const reads = trackProcessReads("open files");
    const ends = listPids(read).flatMap((pid) => endsOf(host, pid, reads));
    const byInode = new Map<number, PipeEnd[]>();
    for (const end of ends) byInode.set(end.inode, [...(byInode.get(end.inode) ?? []), end]);
    const rows = ends.flatMap((end) =>
      (byInode.get(end.inode) ?? [])
        .filter((other) => isPartner(end, other))
        .map((other) => ({
          ...end,
          partner_pid: other.pid,
          partner_fd: other.fd,
          partner_mode: other.mode,
        })),
    );
    return { rows, gaps: [...read.gaps, ...reads.gaps()] };
  },
};

interface PipeEnd {
  pid: number;
  fd: number;
  inode: number;
  type: "named" | "anonymous";
  /** What the descriptor was opened for. */
  mode: "r" | "w" | "rw";
}

/** Another process, which reads what this one writes or the reverse. */
const isPartner = (end: PipeEnd, other: PipeEnd) =>
  other.pid !== end.pid && (end.mode === "rw" || other.mode === "rw" || other.mode !== end.mode);

/** Files of these folders are no pipes: saves a call for each. */
const ordinary = /^\/(?:dev|proc|sys|usr|lib)\//;

function endsOf(host: Host, pid: number, reads: ProcessReads): PipeEnd[] {
  const folder = `/proc/${pid}/fd`;
  const names = reads.attempt(pid, () => host.list(folder)) ?? [];
  return names.flatMap((name) => {
    const path = `${folder}/${name}`;
    const link = reads.attempt(pid, () => host.readlink(path)) ?? "";
    const unnamed = /^pipe:\[(\d+)\]$/.exec(link)?.[1];
    if (unnamed === undefined && (!link.startsWith("/") || ordinary.test(link))) return [];
    const mode = reads.attempt(pid, () => modeOf(host.lstat(path).mode));
    const inode = unnamed ? Number(unnamed) : reads.attempt(pid, () => inodeOfNamed(host, path));
    if (mode === undefined || inode === undefined) return [];
    return [{ pid, fd: Number(name), inode, type: unnamed ? "anonymous" : "named", mode }];
  });
}

function inodeOfNamed(host: Host, path: string): number | undefined {
  const stats = host.stat(path);
  return stats.isFIFO() ? stats.ino : undefined;
}

/** The permissions of the link in /proc show what the descriptor is open for (proc(5)). */
function modeOf(bits: number): PipeEnd["mode"] {
  const reads = (bits & 0o400) !== 0;
  const writes = (bits & 0o200) !== 0;
  if (reads && writes) return "rw";
  return reads ? "r" : "w";
}
