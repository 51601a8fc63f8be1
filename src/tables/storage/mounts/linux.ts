import type { Gap } from "../../host/gap.ts";
import { gapOf, isAbsent } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { isNetworkType, type Mount, readMounts } from "../mount-table.ts";
import { describeSizes } from "./sizes.ts";

export function collectLinux(host: Host): Collected {
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
