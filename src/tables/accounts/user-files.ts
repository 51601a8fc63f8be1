import type { Gap } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";
import type { Account } from "./local-accounts.ts";

const maxBytes = 4 << 20;

/**
 * A file in a user's home. An agent that runs as root must not be made to show, as that user's
 * history or keys, a file the user has only linked to: what the user couldn't read itself is a gap.
 */
export function readUserFile(read: GapReader, user: Account, path: string): string | undefined {
  return readUserBytes(read, user, path)?.toString("utf8");
}

/** The same as bytes. */
export function readUserBytes(read: GapReader, user: Account, path: string): Buffer | undefined {
  return read.attempt(path, () => {
    const { uid, gid, mode } = read.host.stat(path);
    const readable =
      user.uid === 0 || uid === user.uid || mode & 0o004 || (gid === user.gid && mode & 0o040);
    if (readable) return read.bytes(path, maxBytes);
    read.report({ reason: "denied", detail: `${path}: not readable by ${user.name} itself` });
    return undefined;
  });
}

/** A path below a home, which may be "/" or end with a slash. */
export const inHome = (user: Account, relative: string) =>
  `${user.directory.replace(/\/+$/, "")}/${relative}`;

/** Files of ~/.ssh, by path. */
export const listSshFiles = (read: GapReader, user: Account): string[] =>
  read.list(inHome(user, ".ssh")).map((name) => inHome(user, `.ssh/${name}`));

/** One gap for each path: accounts that share a home report it only once. */
export function distinctGaps(gaps: Gap[]): Gap[] {
  return [...new Map(gaps.map((gap) => [gap.detail, gap])).values()];
}
