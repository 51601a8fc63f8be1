import type { Host } from "../host/port.ts";

/**
 * Whether sudo reads a file, or a folder of @includedir: it refuses one that is not root's, that
 * everyone can write, or that a group other than root's can write. One that can't be inspected
 * can't be read either, and the read reports why.
 */
export function isTrusted(host: Host, path: string): boolean {
  try {
    const { mode, uid, gid } = host.stat(path);
    return uid === 0 && (mode & 0o002) === 0 && ((mode & 0o020) === 0 || gid === 0);
  } catch {
    return true;
  }
}
