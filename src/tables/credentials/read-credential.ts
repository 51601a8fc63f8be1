import type { GapReader } from "../host/gap-reader.ts";
import type { Row } from "../model/table.ts";
import { formats } from "./formats.ts";
import type { CredentialLocation } from "./locations.ts";
import { readLocation } from "./read-location.ts";
import { sshRows } from "./ssh-rows.ts";

/** Larger than any real credential file, small enough for every parser. */
const maxBytes = 1 << 20;

/** One row per credential in a file, never with its secret; no row for a file without one. */
export async function readCredential(
  read: GapReader,
  { location, authorities }: { location: CredentialLocation; authorities: Set<string> },
): Promise<Row[]> {
  const { kind, path } = location;
  if (kind === "ssh") return sshRows(read, { location, authorities });
  const bytes = readLocation(read, location);
  if (!bytes) return [];
  if (bytes.length > maxBytes) {
    read.report({ reason: "error", detail: `${path}: larger than ${maxBytes} bytes, not read` });
    return [];
  }
  try {
    const found = await formats[kind](bytes, read.host.now());
    return found.map((one) => ({ kind, encrypted: 0, ...one }));
  } catch {
    // Never include the parser's message: it may quote the file.
    read.report({ reason: "error", detail: `${path}: not understood as ${kind}` });
    return [];
  }
}
