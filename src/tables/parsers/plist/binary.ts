import { maxDepth, PlistError, type PlistValue } from "./values.ts";

/** Seconds between 1970 and 2001, Apple's epoch. */
const appleEpochSeconds = 978_307_200;
/** More values than any real file has: rejects files whose lists contain each other many times. */
const maxValues = 500_000;

/** Positions of a file's objects; see CFBinaryPList.c for the format. */
interface Layout {
  bytes: Buffer;
  offsetSize: number;
  referenceSize: number;
  count: number;
  table: number;
}

/** A property list in Apple's binary format, version 00. */
export function parseBinaryPlist(bytes: Buffer): PlistValue {
  if (bytes.length < 40 || bytes.subarray(0, 8).toString("latin1") !== "bplist00")
    throw new PlistError("not a binary property list");
  const trailer = bytes.subarray(-32);
  const layout: Layout = {
    bytes,
    offsetSize: trailer[6]!,
    referenceSize: trailer[7]!,
    count: Number(trailer.readBigUInt64BE(8)),
    table: Number(trailer.readBigUInt64BE(24)),
  };
  const budget = { values: maxValues };
  try {
    return readObject(Number(trailer.readBigUInt64BE(16)), 0);
  } catch (error) {
    if (error instanceof RangeError) throw new PlistError("broken binary property list");
    throw error;
  }

  function readObject(index: number, depth: number): PlistValue {
    if (index >= layout.count) throw new PlistError("reference to a missing object");
    if (depth > maxDepth || --budget.values < 0) throw new PlistError("circular reference");
    const offset = readUInt(layout, layout.table + index * layout.offsetSize, layout.offsetSize);
    const marker = bytes.readUInt8(offset);
    const kind = marker >> 4;
    if (kind < 4 || kind === 8) return readScalar(layout, offset);
    const { length, start } = lengthAt(layout, offset);
    if (kind < 8) return readText(bytes, { kind, length, start });
    const reference = (index: number) =>
      readUInt(layout, start + index * layout.referenceSize, layout.referenceSize);
    if (length > budget.values) throw new PlistError("list longer than the file");
    if (kind === 0xd) {
      const keys = Array.from({ length }, (_, index) => readObject(reference(index), depth + 1));
      return new Map(
        keys.map((key, index) => [String(key), readObject(reference(length + index), depth + 1)]),
      );
    }
    if (kind !== 0xa && kind !== 0xc) throw new PlistError("unknown object type");
    return Array.from({ length }, (_, index) => readObject(reference(index), depth + 1));
  }
}

function readUInt({ bytes }: Layout, offset: number, size: number): number {
  if (size === 1) return bytes.readUInt8(offset);
  if (size === 8) return Number(bytes.readBigUInt64BE(offset));
  if (size < 1 || size > 8) throw new PlistError("invalid sizes");
  return size <= 6
    ? bytes.readUIntBE(offset, size)
    : Number(bytes.readBigUInt64BE(offset - 1) & ((1n << 56n) - 1n));
}

/** The low half of the marker, or the integer after it where the half is full. */
function lengthAt(layout: Layout, offset: number): { length: number; start: number } {
  const low = layout.bytes.readUInt8(offset) & 0xf;
  if (low !== 0xf) return { length: low, start: offset + 1 };
  const size = 1 << (layout.bytes.readUInt8(offset + 1) & 0xf);
  const length = readUInt(layout, offset + 2, size);
  return { length, start: offset + 2 + size };
}

function readScalar({ bytes }: Layout, offset: number): PlistValue {
  const marker = bytes.readUInt8(offset);
  const size = 1 << (marker & 0xf);
  const start = offset + 1;
  switch (marker >> 4) {
    case 1:
      return readInteger(bytes, start, size);
    case 2:
      return size === 4 ? bytes.readFloatBE(start) : bytes.readDoubleBE(start);
    case 3:
      return new Date((bytes.readDoubleBE(start) + appleEpochSeconds) * 1000);
    case 8:
      return bytes.readUIntBE(start, Math.min((marker & 0xf) + 1, 6));
    default:
      return marker === 8 || marker === 9 ? marker === 9 : null;
  }
}

/** Up to four bytes are unsigned, eight signed; sixteen hold larger values. */
function readInteger(bytes: Buffer, start: number, size: number): number | bigint {
  if (size <= 4) return bytes.readUIntBE(start, size);
  const value = size === 8 ? bytes.readBigInt64BE(start) : bytes.readBigUInt64BE(start + size - 8);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function readText(
  bytes: Buffer,
  { kind, length, start }: { kind: number; length: number; start: number },
): PlistValue {
  const end = start + length * (kind === 6 ? 2 : 1);
  if (end > bytes.length) throw new PlistError("text longer than the file");
  const slice = bytes.subarray(start, end);
  if (kind === 4) return Buffer.from(slice);
  if (kind === 6) return Buffer.from(slice).swap16().toString("utf16le");
  return slice.toString(kind === 5 ? "latin1" : "utf8");
}
