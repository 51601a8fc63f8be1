import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { readUdevProperties } from "../udev-database.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const rows = read
    .list("/sys/class/block")
    .filter((name) => sizeOf(read, name) > 0)
    .map((name) => describeDevice(read, name));
  return { rows, gaps: read.gaps };
}

/** Loop and RAM devices without a backing file are empty. */
const sizeOf = (read: GapReader, name: string) =>
  Number(read.text(`/sys/class/block/${name}/size`) ?? 0);

function describeDevice(read: GapReader, name: string) {
  const device = read.text(`/sys/class/block/${name}/dev`)?.trim() ?? "";
  const properties = readUdevProperties(read, device);
  const container = properties.get("ID_FS_TYPE") === "crypto_LUKS" ? "LUKS" : undefined;
  const type = container ?? encryptionOf(read, name);
  return {
    name: `/dev/${name}`,
    uuid: properties.get("ID_FS_UUID") ?? "",
    encrypted: type ? 1 : 0,
    type: type ?? "",
    encryption_status: type ? "encrypted" : "not encrypted",
  };
}

/**
 * A mapping's UUID starts with its type: "CRYPT-LUKS2-…"; mappings on top of it ("LVM-…") have it
 * as a slave.
 */
function encryptionOf(read: GapReader, name: string, depth = 0): string | undefined {
  const identity = read.text(`/sys/class/block/${name}/dm/uuid`) ?? "";
  const own = /^CRYPT-([A-Z0-9]+)-/.exec(identity)?.[1];
  if (own || depth > 8) return own;
  for (const slave of read.list(`/sys/class/block/${name}/slaves`)) {
    const below = encryptionOf(read, slave, depth + 1);
    if (below) return below;
  }
  return undefined;
}
