import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable } from "../model/table.ts";
import { deviceNode, readUdevProperties } from "./udev-database.ts";

/** Sizes in /sys are in units of 512 bytes, whatever the device's block size. */
const sectorBytes = 512;

/** One row per disk, partition or mapped device, from /sys/class/block and udev's database. */
export const blockDevices: CollectedTable = {
  name: "block_devices",
  description: "Disks, partitions and mapped devices, and the file systems on them.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    parent: "TEXT",
    vendor: "TEXT",
    model: "TEXT",
    serial: "TEXT",
    size: "BIGINT",
    block_size: "INTEGER",
    uuid: "TEXT",
    type: "TEXT",
    label: "TEXT",
    size_bytes: "BIGINT",
    removable: "INTEGER",
    rotational: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = read.list("/sys/class/block").map((name) => describeDevice(read, name));
    return { rows, gaps: read.gaps };
  },
};

function describeDevice(read: GapReader, name: string) {
  const parent = parentOf(read.host, name);
  const disk = `/sys/class/block/${parent ?? name}`;
  const text = (path: string) => read.text(path)?.trim() || null;
  const number = (path: string) => Number(text(path) ?? Number.NaN);
  const properties = readUdevProperties(read, text(`/sys/class/block/${name}/dev`) ?? "");
  const blockSize = number(`${disk}/queue/logical_block_size`) || sectorBytes;
  const bytes = number(`/sys/class/block/${name}/size`) * sectorBytes;
  return {
    name: deviceNode(name),
    parent: parent ? deviceNode(parent) : "",
    vendor: text(`${disk}/device/vendor`) ?? properties.get("ID_VENDOR"),
    model: text(`${disk}/device/model`) ?? properties.get("ID_MODEL"),
    serial:
      properties.get("ID_SERIAL_SHORT") ?? text(`${disk}/serial`) ?? text(`${disk}/device/serial`),
    size: bytes / blockSize,
    block_size: blockSize,
    uuid: properties.get("ID_FS_UUID"),
    type: properties.get("ID_FS_TYPE"),
    label: properties.get("ID_FS_LABEL"),
    size_bytes: bytes,
    removable: number(`${disk}/removable`),
    rotational: number(`${disk}/queue/rotational`),
  };
}

/** A partition's link contains its disk: …/block/sda/sda1. */
function parentOf(host: Host, name: string): string | undefined {
  if (!host.exists(`/sys/class/block/${name}/partition`)) return undefined;
  try {
    return host.readlink(`/sys/class/block/${name}`).split("/").at(-2);
  } catch {
    return undefined;
  }
}
