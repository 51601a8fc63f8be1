import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { deviceNode, readUdevProperties } from "../udev-database.ts";
import { type Container, containerOfStart, containerOfUdev, startBytes } from "./container.ts";
import { luksHeaderBytes, nullCipherOfStart, readNullMappings } from "./null-cipher.ts";

/** What names the encryption of mappings and containers. */
interface Sources {
  read: GapReader;
  /** Mappings that encrypt nothing. */
  nullMappings: ReadonlySet<string>;
}

export async function collectLinux(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const names = read.list("/sys/class/block").filter((name) => sizeOf(read, name) > 0);
  const isMapped = names.some((name) => cipherMapping.test(uuidOf(read, name)));
  const nullMappings = isMapped ? await readNullMappings(host) : new Set<string>();
  const rows = names.map((name) => describeDevice({ read, nullMappings }, name));
  return { rows, gaps: read.gaps };
}

/** Loop and RAM devices without a backing file are empty. */
const sizeOf = (read: GapReader, name: string) =>
  Number(read.text(`/sys/class/block/${name}/size`) ?? 0);

function describeDevice(sources: Sources, name: string): Row {
  const { read } = sources;
  const number = numberOf(read, name);
  const below = mappingOf(sources, name);
  const mapping = below ?? openedAs(sources, name);
  const content = containerOfUdev(readUdevProperties(read, number));
  // Without udev (containers, small systems) and without a mapping only the device itself shows it.
  const container = content ?? (mapping ? undefined : readContainer(read, name, number));
  const type = container?.type ?? mapping;
  const row = { name: deviceNode(name), uuid: container?.uuid ?? "" };
  const plain = { ...row, encrypted: 0, encryption_status: "not encrypted" };
  const nullType = below ? undefined : nullCipherOf(sources, name, type);
  if (nullType) return { ...plain, type: nullType };
  if (type) return { ...row, encrypted: 1, type, encryption_status: "encrypted" };
  if (container) return { ...plain, type: "" };
  return { ...row, encrypted: null, type: null, encryption_status: null };
}

const numberOf = (read: GapReader, name: string) =>
  read.text(`/sys/class/block/${name}/dev`)?.trim() ?? "";

function readContainer(read: GapReader, name: string, number: string): Container | undefined {
  const node = deviceNode(name);
  const start = read
    .forColumns(["uuid", "encrypted", "type", "encryption_status"])
    .required(node, () => read.host.deviceBytes(node, { number, maxBytes: startBytes }));
  return start && containerOfStart(start);
}

/** The type of a mapping or container whose cipher does nothing. */
function nullCipherOf(sources: Sources, name: string, type?: string): string | undefined {
  const own = mappedAs(sources.read, name);
  if (own && isNull(sources, name)) return own;
  return type?.startsWith("LUKS") ? nullCipherOfHeader(sources.read, name) : undefined;
}

/**
 * Only root and the group disk read the header. For others what udev or the mapping says stands, so an
 * unreadable header is no gap.
 */
function nullCipherOfHeader({ host }: GapReader, name: string): string | undefined {
  const read = gapReader(host);
  const options = { number: numberOf(read, name), maxBytes: luksHeaderBytes };
  const start = read.attempt(name, () => host.deviceBytes(deviceNode(name), options));
  return start && nullCipherOfStart(start);
}

/** The start of a mapping's UUID; cryptsetup makes mappings for verification and integrity too. */
const cipherMapping = /^CRYPT-(LUKS\d|PLAIN|TCRYPT|BITLK|FVAULT2|LOOPAES)-/;

/**
 * The encryption of a mapping ("CRYPT-LUKS2-…"), or of everything below it: a logical volume over
 * an encrypted and a plain disk has plain parts.
 */
function mappingOf(sources: Sources, name: string, depth = 0): string | undefined {
  const mapped = mappedAs(sources.read, name);
  const own = mapped && isNull(sources, name) ? undefined : mapped;
  if (own || depth > 8) return own;
  const below = slavesOf(sources.read, name).map((slave) => mappingOf(sources, slave, depth + 1));
  return below.includes(undefined) ? undefined : below[0];
}

const slavesOf = (read: GapReader, name: string) => read.list(`/sys/class/block/${name}/slaves`);

/** Whether a mapping leaves data as it is, by its own table or the header of the device below. */
function isNull({ read, nullMappings }: Sources, name: string): boolean {
  const mapping = read.text(`/sys/class/block/${name}/dm/name`)?.trim() ?? "";
  if (nullMappings.has(mapping)) return true;
  if (!mappedAs(read, name)?.startsWith("LUKS")) return false;
  return slavesOf(read, name).some((slave) => nullCipherOfHeader(read, slave) !== undefined);
}

/** A container that is open is known by the mapping that holds it, also one without a header. */
const openedAs = (sources: Sources, name: string): string | undefined =>
  sources.read
    .list(`/sys/class/block/${name}/holders`)
    .filter((holder) => !isNull(sources, holder))
    .map((holder) => mappedAs(sources.read, holder))
    .find((type) => type !== undefined);

const uuidOf = (read: GapReader, name: string) =>
  read.text(`/sys/class/block/${name}/dm/uuid`) ?? "";

const mappedAs = (read: GapReader, name: string) => cipherMapping.exec(uuidOf(read, name))?.[1];
