import { type Dirent, readdirSync, readlinkSync } from "node:fs";
import { pathOfBytes, pathOfText } from "../parsers/byte-text.ts";

/** Decoding a name that is not UTF-8 leaves this character; most folders need no second read. */
const undecoded = "\uFFFD";

/** Names in a folder, sorted. */
export function listNames(folder: string | Buffer): string[] {
  const names = readdirSync(folder).sort();
  if (!names.some(isUnusual)) return names;
  return readdirSync(folder, { encoding: "buffer" }).sort(Buffer.compare).map(pathOfBytes);
}

const isUnusual = (name: string) => name.includes(undecoded) || name.includes("\\x");

/** Names in a folder with their types. */
export function listEntries(folder: string | Buffer): Dirent[] {
  const entries = entriesIfDecoded(folder);
  if (entries) return entries;
  const bytes = Buffer.isBuffer(folder) ? folder : Buffer.from(folder);
  // Node's types have no form of readdir for names as bytes with types.
  const raw = readdirSync(bytes, { withFileTypes: true, encoding: "buffer" as "utf8" });
  for (const entry of raw) entry.name = pathOfBytes(entry.name as unknown as Buffer);
  return raw;
}

/** Undefined if a name is not UTF-8; where the file system reports no types, Node then fails. */
function entriesIfDecoded(folder: string | Buffer): Dirent[] | undefined {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.some(({ name }) => name.includes(undecoded))) return undefined;
    for (const entry of entries) entry.name = pathOfText(entry.name);
    return entries;
  } catch {
    return undefined; // the second read reports why
  }
}

/** A link's target as written. */
export const readLink = (path: string | Buffer): string =>
  pathOfBytes(readlinkSync(path, { encoding: "buffer" }));
