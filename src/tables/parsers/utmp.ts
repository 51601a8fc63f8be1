import { formatIpv6Groups } from "./net-address.ts";

/** A record of utmp, wtmp or btmp: see utmp(5). */
export interface UtmpRecord {
  type: number;
  pid: number;
  tty: string;
  user: string;
  /** Name or address of the remote end; for boots the kernel version. */
  host: string;
  /** Epoch seconds. */
  time: number;
  /** The remote end's address, "" when there is none. */
  address: string;
}

/**
 * Record layouts of glibc: 32-bit times on x86, POWER and 32-bit ARM; 64-bit times on aarch64 and
 * riscv64.
 */
const layouts = [
  { size: 384, time: 340, address: 348 },
  { size: 400, time: 344, address: 360 },
];

/** All complete records in file order; implausible records are skipped. */
export function parseUtmp(bytes: Buffer): UtmpRecord[] {
  const layout = layouts.find((candidate) => fits(bytes, candidate)) ?? layouts[0]!;
  const records: UtmpRecord[] = [];
  for (let at = 0; at + layout.size <= bytes.length; at += layout.size) {
    const record = bytes.subarray(at, at + layout.size);
    const type = record.readInt16LE(0);
    if (type < 0 || type > 9) continue;
    records.push({
      type,
      pid: record.readInt32LE(4),
      tty: textAt(record, 8, 32),
      user: textAt(record, 44, 32),
      host: textAt(record, 76, 256),
      time: record.readUInt32LE(layout.time),
      address: addressAt(record, layout.address),
    });
  }
  return records;
}

/**
 * A layout fits when the file size is a multiple of its record size and the second record is
 * plausible.
 */
function fits(bytes: Buffer, { size }: { size: number }): boolean {
  if (bytes.length % size !== 0) return false;
  if (bytes.length < size + 8) return true;
  return bytes.readUInt16LE(size) <= 9 && bytes.readUInt16LE(size + 2) === 0;
}

/** Text in a field of fixed length, which ends at the first zero byte. */
export function textAt(record: Buffer, start: number, length: number): string {
  const field = record.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString("utf8");
}

/** Four words in network order; an IPv4 address has only the first. */
function addressAt(record: Buffer, start: number): string {
  const bytes = record.subarray(start, start + 16);
  if (bytes.every((byte) => byte === 0)) return "";
  if (bytes.subarray(4).every((byte) => byte === 0)) return bytes.subarray(0, 4).join(".");
  return formatIpv6Groups(bytes);
}
