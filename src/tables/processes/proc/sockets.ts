import type { GapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { type ProcessReads, trackProcessReads } from "./attempt.ts";

/** A process that holds a socket, with its lowest descriptor of it. */
export interface SocketHolder {
  pid: number;
  fd: number;
}

/** Sockets found in the processes' descriptors. */
export interface SocketSurvey {
  /** By inode; a socket can be held by several processes (forked workers, socket activation). */
  holders: Map<number, SocketHolder[]>;
  /** One process per visible network namespace, by the namespace's inode. */
  namespaces: Map<string, number>;
}

export function surveySockets(read: GapReader, pids: number[]): SocketSurvey {
  const holders: SocketSurvey["holders"] = new Map();
  const namespaces: SocketSurvey["namespaces"] = new Map();
  const reads = trackProcessReads("sockets");
  for (const pid of pids) {
    for (const { fd, inode } of socketsOf(read.host, pid, reads))
      addHolder(holders, inode, { pid, fd });
    if (reads.refused(pid)) continue;
    const namespace = reads.attempt(pid, () => readNamespace(read.host, String(pid)));
    if (namespace && !namespaces.has(namespace)) namespaces.set(namespace, pid);
  }
  read.report(...reads.gaps());
  return { holders, namespaces };
}

/** The inode in "net:[4026531840]"; `process` is a pid or "self". */
export function readNamespace(host: Host, process: string, kind = "net"): string | undefined {
  return /^\w+:\[(\d+)\]$/.exec(host.readlink(`/proc/${process}/ns/${kind}`))?.[1];
}

function socketsOf(host: Host, pid: number, reads: ProcessReads): { fd: number; inode: number }[] {
  const folder = `/proc/${pid}/fd`;
  const names = reads.attempt(pid, () => host.list(folder)) ?? [];
  return names.flatMap((name) => {
    const link = reads.attempt(pid, () => host.readlink(`${folder}/${name}`));
    if (!link?.startsWith("socket:[")) return [];
    return [{ fd: Number(name), inode: Number(link.slice("socket:[".length, -1)) }];
  });
}

function addHolder(holders: SocketSurvey["holders"], inode: number, holder: SocketHolder): void {
  const known = holders.get(inode);
  if (!known) {
    holders.set(inode, [holder]);
    return;
  }
  const same = known.find((each) => each.pid === holder.pid);
  if (same) same.fd = Math.min(same.fd, holder.fd);
  else known.push(holder);
}
