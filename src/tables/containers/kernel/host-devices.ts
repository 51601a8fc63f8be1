import type { Stats } from "node:fs";
import type { Host } from "../../host/port.ts";

/** Those of these devices that hold or reach all of the host's data: block devices and memory. */
export function hostDevices(host: Host, paths: string[]): string[] {
  return paths.filter((path) => isHostDevice(host, path));
}

function isHostDevice(host: Host, path: string): boolean {
  try {
    const stats = host.stat(path);
    if (!stats.isDirectory()) return stats.isBlockDevice() || isMemory(stats);
    // Docker adds every device of a folder.
    return host.list(path).some((name) => isHostDevice(host, `${path}/${name}`));
  } catch {
    return looksLikeOne.test(path);
  }
}

/** Character device 1, from Linux's admin-guide/devices.txt: 1 mem, 2 kmem, 4 port. */
const isMemory = ({ rdev }: Stats) => [0x101, 0x102, 0x104].includes(rdev);

/** A device that was removed since, or of a host that isn't this one. */
const looksLikeOne =
  /^\/dev\/(?:(?:sd|vd|xvd|hd|nvme|mmcblk|dm-|md|loop)\w*|(?:mapper|disk)\/.*|mem|kmem|port)$/;
