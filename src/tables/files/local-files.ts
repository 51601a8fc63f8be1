import type { GapReader } from "../host/gap-reader.ts";
import { type Entry, walkFiles } from "../host/walk-files.ts";
import { isNetworkType, isPseudoType, readMounts } from "../storage/mount-table.ts";

const maxEntries = 3_000_000;
/** Less than the shortest time limit of a plan. */
const maxWalkMs = 8_000;

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

/** Paths of mounts that a walk must not enter. */
export function foreignMounts(read: GapReader): Set<string> {
  const mounts = readMounts(read.host);
  const network = mounts.filter((mount) => isNetworkType(mount.type));
  for (const { path, type } of network)
    read.report({ reason: "policy", detail: `${path}: on the network (${type}), not searched` });
  const pseudo = mounts.filter((mount) => isPseudoType(mount.type));
  return new Set(["/proc", "/sys", ...[...network, ...pseudo].map((mount) => mount.path)]);
}
