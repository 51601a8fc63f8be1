import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { deviceAlias, isNetworkType, type Mount, readMounts } from "../mount-table.ts";
import { describeSizes, sizeColumns } from "./sizes.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const mounts = readMounts(host);
  const visible = new Map(mounts.map((mount) => [mount.path, mount]));
  const rows = mounts.map((mount) => ({
    ...mount,
    device_alias: deviceAlias(host, mount.device),
    // The sizes at a path are those of the last mount there.
    ...(visible.get(mount.path) === mount ? sizesOf(read.forColumns(sizeColumns), mount) : {}),
  }));
  return { rows, gaps: read.gaps };
}

function sizesOf(read: GapReader, mount: Mount) {
  if (isNetworkType(mount.type)) {
    read.report({
      reason: "policy",
      detail: `${mount.path}: ${mount.type} may hang, size not read`,
    });
    return {};
  }
  return read.attempt(mount.path, () => describeSizes(read.host.statfs(mount.path))) ?? {};
}
