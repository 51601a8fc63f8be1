import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { deviceNode, readUdevProperties } from "../udev-database.ts";
import { type Container, containerOfStart, containerOfUdev, startBytes } from "./container.ts";

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

function describeDevice(read: GapReader, name: string): Row {
  const number = read.text(`/sys/class/block/${name}/dev`)?.trim() ?? "";
  const mapping = mappingOf(read, name) ?? openedAs(read, name);
  const content = containerOfUdev(readUdevProperties(read, number));
  // Without udev (containers, small systems) and without a mapping only the device itself shows it.
  const container = content ?? (mapping ? undefined : readContainer(read, name, number));
  const type = container?.type ?? mapping;
  const row = { name: deviceNode(name), uuid: container?.uuid ?? "" };
  if (type) return { ...row, encrypted: 1, type, encryption_status: "encrypted" };
  if (container) return { ...row, encrypted: 0, type: "", encryption_status: "not encrypted" };
  return { ...row, encrypted: null, type: null, encryption_status: null };
}

function readContainer(read: GapReader, name: string, number: string): Container | undefined {
  const node = deviceNode(name);
  const start = read
    .forColumns(["uuid", "encrypted", "type", "encryption_status"])
    .required(node, () => read.host.deviceBytes(node, { number, maxBytes: startBytes }));
  return start && containerOfStart(start);
}

/** The start of a mapping's UUID; cryptsetup makes mappings for verification and integrity too. */
const cipherMapping = /^CRYPT-(LUKS\d|PLAIN|TCRYPT|BITLK|FVAULT2|LOOPAES)-/;

/**
 * The encryption of a mapping ("CRYPT-LUKS2-…"), or of everything below it: a logical volume over
 * an encrypted and a plain disk has plain parts.
 */
function mappingOf(read: GapReader, name: string, depth = 0): string | undefined {
  const own = cipherOf(read, name);
  if (own || depth > 8) return own;
  const below = read
    .list(`/sys/class/block/${name}/slaves`)
    .map((slave) => mappingOf(read, slave, depth + 1));
  return below.includes(undefined) ? undefined : below[0];
}

/** A container that is open is known by the mapping that holds it, also one without a header. */
const openedAs = (read: GapReader, name: string): string | undefined =>
  read
    .list(`/sys/class/block/${name}/holders`)
    .map((holder) => cipherOf(read, holder))
    .find((type) => type !== undefined);

const cipherOf = (read: GapReader, name: string) =>
  cipherMapping.exec(read.text(`/sys/class/block/${name}/dm/uuid`) ?? "")?.[1];
