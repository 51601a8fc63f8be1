/** A value of a SQLite record; blobs are not needed and read as null. */
export type SqliteValue = string | number | null;

/** A varint and where it ends: up to nine bytes, seven bits each, the ninth with all eight. */
export function readVarint(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = bytes.readUInt8(at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  // Nine bytes hold 64 bits, of which only the low ones matter to a signed number near zero.
  return { value: value * 256 + bytes.readUInt8(at + 8), end: at + 9 };
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8];

/** The values of a record: its header has a serial type for each, then follow their contents. */
export function readRecord(payload: Buffer): SqliteValue[] {
  const { value: headerSize, end } = readVarint(payload, 0);
  const values: SqliteValue[] = [];
  let at = headerSize;
  for (let next = end; next < headerSize; ) {
    const type = readVarint(payload, next);
    next = type.end;
    const size = contentSize(type.value);
    values.push(readValue(payload.subarray(at, at + size), type.value));
    at += size;
  }
  return values;
}

function contentSize(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return type === 7 ? 8 : (integerBytes[type] ?? 0);
}

function readValue(content: Buffer, type: number): SqliteValue {
  if (type >= 13 && type % 2 === 1) return content.toString("utf8");
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return content.readDoubleBE(0);
  if (type === 6) return Number(content.readBigInt64BE(0));
  return type >= 1 && type <= 5 ? content.readIntBE(0, integerBytes[type]!) : null;
}
