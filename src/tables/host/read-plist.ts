import { parseBinaryPlist } from "../parsers/plist/binary.ts";
import { type PlistDict, PlistError, type PlistValue } from "../parsers/plist/values.ts";
import { parseXmlPlist } from "../parsers/plist/xml.ts";
import { gapOf } from "./gap.ts";
import type { GapReader } from "./gap-reader.ts";

const maxBytes = 4 << 20;

/** A property list in XML or in Apple's binary format. */
export function parsePlist(source: Buffer | string): PlistValue {
  if (typeof source !== "string" && source.subarray(0, 6).toString("latin1") === "bplist")
    return parseBinaryPlist(source);
  return parseXmlPlist(source.toString());
}

/** The dictionary in a file; undefined when absent, a gap when unreadable. */
export function readPlistDict(read: GapReader, path: string): PlistDict | undefined {
  const bytes = read.bytes(path, maxBytes);
  return bytes && toDict(() => parsePlist(bytes), path, read);
}

/** The parsed dictionary; undefined and a gap when it isn't one. */
export function toDict(
  parse: () => PlistValue,
  what: string,
  read: GapReader,
): PlistDict | undefined {
  try {
    const value = parse();
    if (value instanceof Map) return value;
    read.report({ reason: "error", detail: `${what}: not a dictionary` });
  } catch (error) {
    const detail = `${what}: ${error instanceof PlistError ? error.message : gapOf(error, what).detail}`;
    read.report({ reason: "error", detail });
  }
  return undefined;
}
