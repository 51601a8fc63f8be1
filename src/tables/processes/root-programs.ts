import type { Gap } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import type { Host } from "../host/port.ts";
import { parseStatus } from "../parsers/proc/status.ts";
import { listPids } from "./proc/pids.ts";
import { readNamespace } from "./proc/sockets.ts";

/** A running program of root's. */
export interface Program {
  pid: number;
  parent: number;
  /** As the kernel has it: 15 characters at most. */
  name: string;
  args: string[];
  /** False in a container. */
  isHere: boolean;
}

/** Root's programs: any account can give its own programs a daemon's name. */
export function rootPrograms(read: GapReader): Program[] {
  const { programs, gaps } = once(read.host, findPrograms);
  read.report(...gaps);
  return programs;
}

function findPrograms(host: Host): { programs: Program[]; gaps: Gap[] } {
  const read = gapReader(host);
  const pids = read.attempt("/proc", () => listPids(read)) ?? [];
  return { programs: pids.flatMap((pid) => programOf(host, pid) ?? []), gaps: read.gaps };
}

function programOf(host: Host, pid: number): Program | undefined {
  try {
    const text = host.read(`/proc/${pid}/status`);
    const status = parseStatus(text);
    if (status?.uids[1] !== 0) return undefined;
    return {
      pid,
      parent: Number(/^PPid:\s*(\d+)/m.exec(text)?.[1] ?? 0),
      name: status.name,
      args: host.read(`/proc/${pid}/cmdline`).replace(/\0+$/, "").split("\0"),
      isHere: readNamespace(host, String(pid), "mnt") === readNamespace(host, "self", "mnt"),
    };
  } catch {
    return undefined; // ended, or not readable
  }
}

const folders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin", "/usr/local/sbin", "/usr/local/bin"];

/** Whether a command is installed where daemons look for it. */
export const isInstalled = (host: Host, command: string): boolean =>
  folders.some((folder) => host.exists(`${folder}/${command}`));
