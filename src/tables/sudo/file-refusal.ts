import type { Host } from "../host/port.ts";
import { modeText } from "../parsers/mode.ts";

/**
 * Why sudo refuses a file, or a folder of @includedir: it is not root's, everyone can write it, or a
 * group other than root's can. One that can't be inspected can't be read either, and the read
 * reports why.
 */
export function fileRefusal(host: Host, path: string): string | null {
  try {
    const { mode, uid, gid } = host.stat(path);
    if (uid !== 0) return `sudo refuses ${path}, which belongs to uid ${uid}`;
    const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0);
    return isOpen ? `sudo refuses ${path} because of its mode ${modeText(mode)}` : null;
  } catch {
    return null;
  }
}
