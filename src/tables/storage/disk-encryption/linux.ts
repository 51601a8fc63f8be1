import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { listOptional, readOptional } from "../../host/read-optional.ts";
import type { Collected } from "../../model/table.ts";
import { readUdevProperties } from "../udev-database.ts";

export function collectLinux(host: Host): Collected {
  const gaps: Gap[] = [];
  const rows = listOptional(host, "/sys/class/block", gaps)
    .filter((name) => sizeOf(host, name, gaps) > 0)
    .map((name) => describeDevice(host, name, gaps));
  return { rows, gaps };
}

/** Loop and RAM devices without a file behind them are empty. */
const sizeOf = (host: Host, name: string, gaps: Gap[]) =>
  Number(readOptional(host, `/sys/class/block/${name}/size`, gaps) ?? 0);

function describeDevice(host: Host, name: string, gaps: Gap[]) {
  const device = readOptional(host, `/sys/class/block/${name}/dev`, gaps)?.trim() ?? "";
  const properties = readUdevProperties(host, device, gaps);
  const container = properties.get("ID_FS_TYPE") === "crypto_LUKS" ? "LUKS" : undefined;
  const type = container ?? encryptionOf(host, name, gaps);
  return {
    name: `/dev/${name}`,
    uuid: properties.get("ID_FS_UUID") ?? "",
    encrypted: type ? 1 : 0,
    type: type ?? "",
    encryption_status: type ? "encrypted" : "not encrypted",
  };
}

/** A mapping's identity begins with its maker: "CRYPT-LUKS2-…"; one made on top of it ("LVM-…") has it as a slave. */
function encryptionOf(host: Host, name: string, gaps: Gap[], depth = 0): string | undefined {
  const identity = readOptional(host, `/sys/class/block/${name}/dm/uuid`, gaps) ?? "";
  const own = /^CRYPT-([A-Z0-9]+)-/.exec(identity)?.[1];
  if (own || depth > 8) return own;
  for (const slave of listOptional(host, `/sys/class/block/${name}/slaves`, gaps)) {
    const below = encryptionOf(host, slave, gaps, depth + 1);
    if (below) return below;
  }
  return undefined;
}
