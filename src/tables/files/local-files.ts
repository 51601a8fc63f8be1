import { gapOf } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { type Entry, walkFiles } from "../host/walk-files.ts";
import { isNetworkType, isPseudoType, readMounts } from "../storage/mount-table.ts";

const maxEntries = 3_000_000;
const maxWalkMs = 5_000;

/**
 * Every file on the local file systems. Network mounts become gaps, kernel file systems are
 * skipped.
 */
export function* walkLocalFiles(read: GapReader): Generator<Entry> {
  const foreign = foreignMounts(read);
  yield* walkFiles(read, {
    root: "/",
    limits: { maxEntries, deadlineMs: read.host.now() + maxWalkMs },
    skip: (path) => foreign.has(path),
  });
}

/**
 * Folders that cover the local file systems and nothing else, for tools that cross mount points.
 */
export function localFolders(read: GapReader): string[] {
  const foreign = foreignMounts(read);
  const holdsForeign = (folder: string) =>
    [...foreign].some((path) => path.startsWith(folder === "/" ? "/" : `${folder}/`));
  const open = (folder: string): string[] =>
    holdsForeign(folder) ? subfolders(read, folder).filter(isLocal).flatMap(open) : [folder];
  const isLocal = (path: string) => !foreign.has(path);
  return open("/");
}

function subfolders(read: GapReader, folder: string): string[] {
  try {
    return read.host
      .entries(folder)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (folder === "/" ? `/${name}` : `${folder}/${name}`));
  } catch (error) {
    read.report(gapOf(error, folder));
    return [];
  }
}

/** Paths of mounts that a walk must not enter. */
export function foreignMounts(read: GapReader): Set<string> {
  const mounts = readMounts(read.host);
  const network = mounts.filter((mount) => isNetworkType(mount.type));
  for (const { path, type } of network)
    read.report({ reason: "policy", detail: `${path}: on the network (${type}), not searched` });
  const pseudo = mounts.filter((mount) => isPseudoType(mount.type));
  return new Set(["/proc", "/sys", ...[...network, ...pseudo].map((mount) => mount.path)]);
}
