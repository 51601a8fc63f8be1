import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { type ProcessReads, trackProcessReads } from "./attempt.ts";

/** A process that holds a socket, by its lowest descriptor of it. */
export interface SocketHolder {
  pid: number;
  fd: number;
}

/** What the processes' descriptors tell about sockets. */
export interface SocketSurvey {
  /** By inode; a socket can be held by several processes (forked workers, socket activation). */
  holders: Map<number, SocketHolder[]>;
  /** One process in each network namespace seen, by the namespace's inode. */
  namespaces: Map<string, number>;
  gaps: Gap[];
}

export function surveySockets(host: Host, pids: number[]): SocketSurvey {
  const holders: SocketSurvey["holders"] = new Map();
  const namespaces: SocketSurvey["namespaces"] = new Map();
  const reads = trackProcessReads("sockets");
  for (const pid of pids) {
    for (const { fd, inode } of socketsOf(host, pid, reads)) addHolder(holders, inode, { pid, fd });
    if (reads.refused(pid)) continue;
    const namespace = reads.attempt(pid, () => readNamespace(host, String(pid)));
    if (namespace && !namespaces.has(namespace)) namespaces.set(namespace, pid);
  }
  return { holders, namespaces, gaps: reads.gaps() };
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
