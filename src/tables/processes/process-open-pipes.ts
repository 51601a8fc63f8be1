import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable } from "../model/table.ts";
import { type ProcessReads, trackProcessReads } from "./proc/attempt.ts";
import { listPids } from "./proc/pids.ts";

/** One row per open end of a pipe and process at another end of it. */
export const processOpenPipes: CollectedTable = {
  name: "process_open_pipes",
  description: "Pipes that are open in processes, with the processes at their other ends.",
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
    const reads = trackProcessReads("pipes");
    const ends = listPids(read).flatMap((pid) => pipeEnds(host, pid, reads));
    return { rows: withPartners(ends), gaps: [...read.gaps, ...reads.gaps()] };
  },
};

interface PipeEnd {
  pid: number;
  fd: number;
  mode: "r" | "w";
  inode: number;
}

function pipeEnds(host: Host, pid: number, reads: ProcessReads): PipeEnd[] {
  const folder = `/proc/${pid}/fd`;
  return (reads.attempt(pid, () => host.list(folder)) ?? []).flatMap((name) => {
    const link = reads.attempt(pid, () => host.readlink(`${folder}/${name}`));
    const [, inode] = /^pipe:\[(\d+)\]$/.exec(link ?? "") ?? [];
    // The link's own permissions say how the descriptor was opened, see proc(5).
    const mode = inode && reads.attempt(pid, () => host.lstat(`${folder}/${name}`).mode);
    if (typeof mode !== "number") return [];
    return [{ pid, fd: Number(name), mode: mode & 0o200 ? "w" : "r", inode: Number(inode) }];
  });
}

function withPartners(ends: PipeEnd[]) {
  const byPipe = new Map<number, PipeEnd[]>();
  for (const end of ends) byPipe.set(end.inode, [...(byPipe.get(end.inode) ?? []), end]);
  return ends.flatMap((end) =>
    byPipe
      .get(end.inode)!
      .filter(({ pid, mode }) => pid !== end.pid && mode !== end.mode)
      .map((partner) => ({
        ...end,
        type: "pipe",
        partner_pid: partner.pid,
        partner_fd: partner.fd,
        partner_mode: partner.mode,
      })),
  );
}
