import { type LoginTarget, loginTarget } from "./login-target.ts";

/** Reads big-endian numbers and counted strings; throws RangeError past the end. */
function bytesReader(bytes: Buffer) {
  let at = 0;
  const skip = (length: number) => {
    if (length < 0 || length > bytes.length - at) throw new RangeError("truncated");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const uint16 = () => skip(2).readUInt16BE(0);
  const int32 = () => skip(4).readInt32BE(0);
  return { skip, uint16, int32, isAtEnd: () => at >= bytes.length };
}

type Reader = ReturnType<typeof bytesReader>;

const named = (components: string[], realm: string) =>
  loginTarget({ target_user: `${components.join("/")}@${realm}` });

/** The principals of a keytab, each once (MIT's format 0x0502). */
export function parseKeytab(bytes: Buffer): LoginTarget[] {
  const targets = new Map<string, LoginTarget>();
  const reader = bytesReader(bytes);
  if (reader.uint16() !== 0x0502) return [];
  while (!reader.isAtEnd()) {
    const size = reader.int32();
    const entry = reader.skip(Math.abs(size));
    if (size <= 0) continue; // a hole left by a removed entry
    const target = readPrincipal(bytesReader(entry));
    targets.set(target.target_user!, target);
  }
  return [...targets.values()];
}

function readPrincipal(reader: Reader): LoginTarget {
  const count = reader.uint16();
  const text = () => reader.skip(reader.uint16()).toString("utf8");
  const realm = text();
  return named(Array.from({ length: count }, text), realm);
}

/** The owner of a ticket cache (MIT's format 0x0504). */
export function parseKerberosCache(bytes: Buffer): LoginTarget[] {
  const reader = bytesReader(bytes);
  if (reader.uint16() !== 0x0504) return [];
  reader.skip(reader.uint16()); // header fields
  reader.int32(); // name type
  const count = reader.int32();
  if (count < 0 || count > 16) return [];
  const text = () => reader.skip(reader.int32()).toString("utf8");
  const realm = text();
  return [named(Array.from({ length: count }, text), realm)];
}
