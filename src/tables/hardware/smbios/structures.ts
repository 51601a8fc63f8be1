/** A structure of the SMBIOS table: its formatted part, and the strings that follow it. */
export interface Structure {
  type: number;
  /** "0x0011", as other structures refer to it. */
  handle: string;
  /** Everything, strings included. */
  bytes: Buffer;
  /** Length of the formatted part. */
  headerSize: number;
}

const headerBytes = 4;

/** The structures of a table, as far as they are whole. */
export function parseTable(table: Buffer): Structure[] {
  const structures: Structure[] = [];
  let at = 0;
  while (at + headerBytes <= table.length) {
    const headerSize = table[at + 1]!;
    const stringsEnd = table.indexOf("\0\0", at + headerSize, "latin1");
    if (headerSize < headerBytes || stringsEnd < 0) break;
    const bytes = table.subarray(at, stringsEnd + 2);
    structures.push({ type: bytes[0]!, handle: hex(bytes.readUInt16LE(2), 4), bytes, headerSize });
    at += bytes.length;
  }
  return structures;
}

/** The fields of a structure by their offset in the SMBIOS specification; null past its end. */
export function fieldsOf({ bytes, headerSize }: Structure) {
  const within = <T>(offset: number, size: number, read: () => T): T | null =>
    offset + size <= headerSize ? read() : null;
  const byte = (offset: number) => within(offset, 1, () => bytes[offset]!);
  const word = (offset: number) => within(offset, 2, () => bytes.readUInt16LE(offset));
  const dword = (offset: number) => within(offset, 4, () => bytes.readUInt32LE(offset));
  const qword = (offset: number) => within(offset, 8, () => bytes.readBigUInt64LE(offset));
  return {
    byte,
    word,
    dword,
    qword,
    /** The string that a field numbers; "" if it has none. */
    string: (offset: number) => stringOf({ bytes, headerSize }, byte(offset) ?? 0),
    handle(offset: number) {
      const value = word(offset);
      return value === null ? null : hex(value, 4);
    },
    name: (offset: number, names: string[]) => names[byte(offset) ?? 0] || null,
  };
}

/** Strings are numbered from 1. */
export function stringOf(
  { bytes, headerSize }: Pick<Structure, "bytes" | "headerSize">,
  number: number,
): string {
  const strings = bytes.subarray(headerSize).toString("utf8").split("\0");
  return number === 0 ? "" : (strings[number - 1] ?? "").trimEnd();
}

export const hex = (value: number | bigint, digits: number) =>
  `0x${value.toString(16).padStart(digits, "0")}`;
