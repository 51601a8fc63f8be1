import { readUserBytes } from "../accounts/user-files.ts";
import type { GapReader } from "../host/gap-reader.ts";
import type { CredentialLocation } from "./locations.ts";

const maxBytes = 4 << 20;

/** The bytes of a regular file; undefined when it is absent or something else, a gap when it can't be read. */
export function readLocation(
  read: GapReader,
  { path, account }: Pick<CredentialLocation, "path" | "account">,
): Buffer | undefined {
  // Folders and sockets of agents are not credentials.
  if (!read.attempt(path, () => read.host.stat(path).isFile())) return undefined;
  return account ? readUserBytes(read, account, path) : read.bytes(path, maxBytes);
}
