import type { Host } from "./port.ts";

/** False when it can't be inspected: the row of its permissions reports why. */
export function isProgram(host: Host, path: string): boolean {
  try {
    const stats = host.stat(path);
    return stats.isFile() && (stats.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}
