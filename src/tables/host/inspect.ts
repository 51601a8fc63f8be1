import type { Host } from "./port.ts";

/** Whether a path is itself a symbolic link; false when it can't be inspected. */
export function isLink(host: Host, path: string): boolean {
  try {
    return host.lstat(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Whether a path exists; true when it can't be inspected, so that a later read reports why. */
export function isPresent(host: Host, path: string): boolean {
  try {
    return host.exists(path);
  } catch {
    return true;
  }
}

/** Whether a path leads to a folder; false when it can't be inspected. */
export function isFolder(host: Host, path: string): boolean {
  try {
    return host.stat(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a path leads to a regular file; false when it can't be inspected. */
export function isFile(host: Host, path: string): boolean {
  try {
    return host.stat(path).isFile();
  } catch {
    return false;
  }
}
