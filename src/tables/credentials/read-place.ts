import { readUserBytes } from "../accounts/user-files.ts";
import { gapOf, isAbsent } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";
import type { Place } from "./places.ts";

const maxBytes = 4 << 20;

/** The bytes of a file; nothing for what isn't there or is no file, a gap for what can't be read. */
export function readPlace(
  read: GapReader,
  { path, account }: Pick<Place, "path" | "account">,
): Buffer | undefined {
  try {
    if (!read.host.stat(path).isFile()) return undefined; // folders, and sockets of agents, are no credentials
  } catch (error) {
    if (!isAbsent(error)) read.report(gapOf(error, path));
    return undefined;
  }
  return account ? readUserBytes(read, account, path) : read.bytes(path, maxBytes);
}
