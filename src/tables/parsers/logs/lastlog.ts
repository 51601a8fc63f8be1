import { textAt } from "../utmp.ts";

/** An account's record of /var/log/lastlog, which has them by uid: see lastlog(8). */
export interface LastlogRecord {
  /** Epoch seconds; 0 without a login. */
  time: number;
  tty: string;
  host: string;
}

/** Times have 64 bits on aarch64 and riscv64. */
interface Layout {
  size: number;
  timeBytes: number;
}

const layouts: Layout[] = [
  { size: 292, timeBytes: 4 },
  { size: 296, timeBytes: 8 },
];
const lineBytes = 32;
const hostBytes = 256;

/**
 * The records of a file, by the layout with which its size and all of them are plausible; undefined
 * if it was cut off or is something else.
 */
export function parseLastlog(
  fileSize: number,
  bytesBy: (recordSize: number) => Buffer[],
): LastlogRecord[] | undefined {
  for (const layout of layouts.filter(({ size }) => fileSize % size === 0)) {
    const found = bytesBy(layout.size);
    if (found.every((bytes) => isPlausible(bytes, layout)))
      return found.map((bytes) => parseRecord(bytes, layout));
  }
  return undefined;
}

/** A record, which may lie behind the end of the file: then it is one without a login. */
function parseRecord(bytes: Buffer, { size, timeBytes }: Layout): LastlogRecord {
  if (bytes.length < size) return { time: 0, tty: "", host: "" };
  return {
    time: bytes.readUInt32LE(0),
    tty: textAt(bytes, timeBytes, lineBytes),
    host: textAt(bytes, timeBytes + lineBytes, hostBytes),
  };
}

function isPlausible(bytes: Buffer, layout: Layout): boolean {
  const { time, tty } = parseRecord(bytes, layout);
  if (time === 0) return bytes.every((byte) => byte === 0);
  const hasSmallTime = layout.timeBytes === 4 || bytes.readUInt32LE(4) === 0;
  return hasSmallTime && /^[\x21-\x7e]+$/.test(tty);
}
