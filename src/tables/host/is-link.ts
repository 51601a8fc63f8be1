import type { Host } from "./port.ts";

/** Whether a path is itself a symbolic link; one that can't be looked at is none. */
export function isLink(host: Host, path: string): boolean {
  try {
    return host.lstat(path).isSymbolicLink();
  } catch {
    return false;
  }
}
