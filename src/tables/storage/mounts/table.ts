import type { Gap } from "../../host/gap.ts";
import { gapOf, isAbsent } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { isNetworkType, type Mount, readMounts } from "../mount-table.ts";
import { collectMounts } from "./darwin.ts";
import { collectMounts as collectWindows } from "./windows.ts";

/** One mounted file system a row, with its sizes where asking for them can't hang. */
export const mounts: CollectedTable = {
  name: "mounts",
  description: "Mounted file systems, their flags, sizes and how full they are.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    device: "TEXT",
    device_alias: "TEXT",
    path: "TEXT",
    type: "TEXT",
    blocks_size: "BIGINT",
    blocks: "BIGINT",
    blocks_free: "BIGINT",
    blocks_available: "BIGINT",
    inodes: "BIGINT",
    inodes_free: "BIGINT",
    flags: "TEXT",
    size: "BIGINT",
    free: "BIGINT",
    percent_used: "DOUBLE",
    inodes_percent_used: "DOUBLE",
  },
  collect: byPlatform({
    linux: collectLinux,
    darwin: (host) => collectMounts(host, describeSizes),
    win32: collectWindows,
  }),
};

function collectLinux(host: Host): Collected {
  const gaps: Gap[] = [];
  const rows = readMounts(host).map((mount) => ({
    ...mount,
    device_alias: aliasOf(host, mount.device),
    ...sizesOf(host, mount, gaps),
  }));
  return { rows, gaps };
}

/** Where /dev/mapper/… and /dev/disk/by-…/… lead; the device itself otherwise. */
function aliasOf(host: Host, device: string): string {
  if (!device.startsWith("/dev/")) return device;
  try {
    const target = host.readlink(device);
    return `/dev/${target.split("/").at(-1)}`;
  } catch {
    return device;
  }
}

function sizesOf(host: Host, mount: Mount, gaps: Gap[]) {
  if (isNetworkType(mount.type)) {
    gaps.push({ reason: "policy", detail: `${mount.path}: ${mount.type} may hang, not asked` });
    return {};
  }
  try {
    return describeSizes(host.statfs(mount.path));
  } catch (error) {
    if (!isAbsent(error)) gaps.push(gapOf(error, mount.path));
    return {};
  }
}

/** Free is what an ordinary user can still write, and the percentage is of that, as `df` counts. */
export function describeSizes(sizes: {
  bsize: number;
  blocks: number;
  bfree: number;
  bavail: number;
  files: number;
  ffree: number;
}) {
  const used = sizes.blocks - sizes.bfree;
  return {
    blocks_size: sizes.bsize,
    blocks: sizes.blocks,
    blocks_free: sizes.bfree,
    blocks_available: sizes.bavail,
    inodes: sizes.files,
    inodes_free: sizes.ffree,
    size: sizes.blocks * sizes.bsize,
    free: sizes.bavail * sizes.bsize,
    percent_used: percent(used, used + sizes.bavail),
    inodes_percent_used: percent(sizes.files - sizes.ffree, sizes.files),
  };
}

/** Pseudo file systems have no size: NULL, not 0 per cent. */
function percent(used: number, total: number): number | null {
  return total > 0 ? Math.round((used / total) * 1000) / 10 : null;
}
