import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { deviceAlias, readMounts, unescapeOctal } from "./mount-table.ts";

/** One row per partition and file that the kernel swaps to. */
export const swapDevices: CollectedTable = {
  name: "swap_devices",
  description: "Partitions and files that the kernel swaps to, and the block device of each.",
  platforms: ["linux"],
  columns: {
    path: "TEXT",
    /** partition or file. */
    type: "TEXT",
    /** As in disk_encryption; of a file, that of its file system. */
    device: "TEXT",
    /** In bytes. */
    size: "BIGINT",
    used: "BIGINT",
  },
  collect(host) {
    const read = gapReader(host);
    const [, ...lines] = read.lines("/proc/swaps");
    const rows = lines.filter(Boolean).map((line) => {
      const [name = "", type = "", size, used] = line.split(/\s+/);
      const path = unescapeOctal(name);
      const device = type === "file" ? deviceOfFile(read, path) : deviceAlias(host, path);
      return { path, type, device, size: Number(size) * 1024, used: Number(used) * 1024 };
    });
    return { rows, gaps: read.gaps };
  },
};

/** Of mounts above a file the deepest counts, of those at one path the last. */
function deviceOfFile(read: GapReader, file: string): string | null {
  const mounts = read.forColumns(["device"]).required("mounts", () => readMounts(read.host)) ?? [];
  const above = mounts.filter(({ path }) =>
    `${file}/`.startsWith(path === "/" ? path : `${path}/`),
  );
  const [deepest] = above.reverse().sort((a, b) => b.path.length - a.path.length);
  return deepest ? deviceAlias(read.host, deepest.device) : null;
}
