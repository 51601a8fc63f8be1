import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { deviceAlias, isNetworkType, type Mount, readMounts } from "../mount-table.ts";
import { describeSizes } from "./sizes.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const rows = readMounts(host).map((mount) => ({
    ...mount,
    device_alias: deviceAlias(host, mount.device),
    ...sizesOf(read, mount),
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
