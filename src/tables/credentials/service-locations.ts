import { foreignMounts } from "../files/local-files.ts";
import { gapOf } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { walkFiles } from "../host/walk-files.ts";
import type { CredentialLocation, FileKind } from "./locations.ts";
import { isSshName, serviceKind } from "./usual-files.ts";

interface Root {
  folder: string;
  /** Folders so far below it are listed, but not entered. */
  maxDepth: number;
  kindOf(path: string): FileKind | undefined;
}

/** Keys for TLS lie there too. */
const sshKind = (path: string): FileKind | undefined =>
  !/\.(?:pem|key)$/.test(path) && isSshName(path) ? "ssh" : undefined;

const roots: Root[] = [
  { folder: "/opt", maxDepth: 3, kindOf: serviceKind },
  { folder: "/srv", maxDepth: 6, kindOf: serviceKind },
  { folder: "/var/backups", maxDepth: 8, kindOf: serviceKind },
  { folder: "/etc/ssh", maxDepth: 3, kindOf: sshKind },
  { folder: "/etc/pki", maxDepth: 4, kindOf: sshKind },
];
const maxEntries = 5_000;
const maxWalkMs = 500;

/**
 * Files a few folders deep where services and administrators keep theirs; network mounts are skipped,
 * reading one may hang.
 */
export function serviceLocations(read: GapReader): CredentialLocation[] {
  if (read.host.platform !== "linux") return []; // only /proc shows which mounts are on the network
  try {
    const foreign = foreignMounts(gapReader(read.host));
    return roots
      .filter(({ folder }) => !foreign.has(folder) && read.host.exists(folder))
      .flatMap((root) => walkLocations(read, root, foreign));
  } catch (error) {
    read.report(gapOf(error, roots.map(({ folder }) => folder).join(", ")));
    return [];
  }
}

/** ssh-keygen writes the public half beside a key. */
function walkLocations(
  read: GapReader,
  { folder, maxDepth, kindOf }: Root,
  foreign: Set<string>,
): CredentialLocation[] {
  const depthOf = (path: string) => path.slice(folder.length).split("/").length - 1;
  const walk = walkFiles(read, {
    root: folder,
    limits: { maxEntries, deadlineMs: read.host.now() + maxWalkMs },
    skip: (path) =>
      foreign.has(path) || depthOf(path) >= maxDepth || path.endsWith("/node_modules"),
  });
  const files = new Set<string>();
  for (const { path, entry } of walk) if (entry.isFile()) files.add(path);
  return [...files].flatMap((path) => {
    const kind = kindOf(path) ?? (files.has(`${path}.pub`) ? "ssh" : undefined);
    return kind ? [{ path, kind, account: undefined }] : [];
  });
}
