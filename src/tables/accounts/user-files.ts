import type { GapReader } from "../host/gap-reader.ts";
import { textOfBytes } from "../parsers/byte-text.ts";
import type { Account } from "./local-accounts.ts";

const maxBytes = 4 << 20;

/**
 * Reads a file in a user's home only if that user could read it. Otherwise a symlink could make an
 * agent running as root show any file as that user's history or keys.
 */
export function readUserFile(read: GapReader, user: Account, path: string): string | undefined {
  const content = readUserBytes(read, user, path);
  return content && textOfBytes(content);
}

/** The same as bytes. */
export function readUserBytes(read: GapReader, user: Account, path: string): Buffer | undefined {
  return read.attempt(path, () => {
    const { uid, gid, mode } = read.host.stat(path);
    const readable =
      user.uid === 0 || uid === user.uid || mode & 0o004 || (gid === user.gid && mode & 0o040);
    if (readable) return read.bytes(path, maxBytes);
    read.report({ reason: "denied", detail: `${path}: not readable by ${user.name}` });
    return undefined;
  });
}

/** A path below a home, which may be "/" or end with a slash. */
export const inHome = (user: Account, relative: string) =>
  `${user.directory.replace(/\/+$/, "")}/${relative}`;

/** Files of ~/.ssh, by path. */
export const listSshFiles = (read: GapReader, user: Account): string[] =>
  read.list(inHome(user, ".ssh")).map((name) => inHome(user, `.ssh/${name}`));
