import type { Host } from "../../host/port.ts";

/** A file that a process has open or runs. */
export interface FileLink {
  /** Or another object's name, such as "socket:[123]". */
  path: string;
  deleted: boolean;
}

const mark = " (deleted)";

/**
 * The file behind a link of a process ("exe", "fd/3"). The kernel marks a deleted file at the end of
 * its path; a file whose name really ends so is still found at that path. Throws Node's error.
 */
export function readFileLink(host: Host, pid: number, name: string): FileLink {
  const link = `/proc/${pid}/${name}`;
  const target = host.readlink(link);
  if (!target.endsWith(mark)) return { path: target, deleted: false };
  // The second path is the process's own: containers have other mounts.
  const paths = [target, `/proc/${pid}/root${target}`];
  if (paths.some((path) => isSameFile(host, link, path))) return { path: target, deleted: false };
  return { path: target.slice(0, -mark.length), deleted: true };
}

function isSameFile(host: Host, link: string, path: string): boolean {
  try {
    const held = host.stat(link);
    const found = host.lstat(path);
    return held.dev === found.dev && held.ino === found.ino;
  } catch {
    return false; // nothing is at that path
  }
}
