import type { Dirent, Stats } from "node:fs";

/** Permission bits as `stat -c %a` pads them: "0644", "4755". */
export const modeText = (mode: number) => (mode & 0o7777).toString(8).padStart(4, "0");

/** osquery's name for a file type. */
export function fileType(entry: Stats | Dirent): string {
  if (entry.isFile()) return "regular";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "symlink";
  if (entry.isSocket()) return "socket";
  if (entry.isFIFO()) return "fifo";
  if (entry.isCharacterDevice()) return "character";
  return entry.isBlockDevice() ? "block" : "unknown";
}
