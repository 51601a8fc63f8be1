import { readUserBytes } from "../accounts/user-files.ts";
import type { Gap } from "../host/gap.ts";
import { gapOf, isAbsent } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { readBytesOptional } from "../host/read-optional.ts";
import type { Place } from "./places.ts";

const maxBytes = 4 << 20;

/** The bytes of a file; nothing for what isn't there or is no file, a gap for what can't be read. */
export function readPlace(
  host: Host,
  { path, account }: Pick<Place, "path" | "account">,
  gaps: Gap[],
): Buffer | undefined {
  try {
    if (!host.stat(path).isFile()) return undefined; // folders, and sockets of agents, are no credentials
  } catch (error) {
    if (!isAbsent(error)) gaps.push(gapOf(error, path));
    return undefined;
  }
  return account
    ? readUserBytes(host, account, path, gaps)
    : readBytesOptional(host, path, gaps, maxBytes);
}
