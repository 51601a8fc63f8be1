/** A record of macOS's utmpx(5), /var/run/utmpx: 32-bit times, 628 bytes. */
export interface UtmpxRecord {
  type: number;
  user: string;
  line: string;
  host: string;
  pid: number;
  /** Epoch seconds. */
  time: number;
}

const recordSize = 628;
const at = { user: 0, line: 260, pid: 292, type: 296, time: 300, host: 308 };
const length = { user: 256, line: 32, host: 256 };
const signature = "utmpx-";

/** Records after the signature; undefined without a signature: not a utmpx file. */
export function parseUtmpx(bytes: Buffer): UtmpxRecord[] | undefined {
  if (bytes.toString("latin1", 0, signature.length) !== signature) return undefined;
  const records: UtmpxRecord[] = [];
  for (let start = recordSize; start + recordSize <= bytes.length; start += recordSize)
    records.push(readRecord(bytes.subarray(start, start + recordSize)));
  return records;
}

function readRecord(record: Buffer): UtmpxRecord {
  return {
    type: record.readInt16LE(at.type),
    user: textAt(record, at.user, length.user),
    line: textAt(record, at.line, length.line),
    host: textAt(record, at.host, length.host),
    pid: record.readInt32LE(at.pid),
    time: record.readInt32LE(at.time),
  };
}

function textAt(record: Buffer, start: number, size: number): string {
  const field = record.subarray(start, start + size);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? size : end);
}
