import type { Gap } from "../host/gap.ts";
import { gapOf } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { type Entry, walkFiles } from "../host/walk-files.ts";
import { isNetworkType, isPseudoType, readMounts } from "../storage/mount-table.ts";

const maxEntries = 3_000_000;
const maxWalkMs = 5_000;

/** Everything on the local file systems: network mounts are told as gaps, the kernel's own are left out. */
export function* walkLocalFiles(host: Host, gaps: Gap[]): Generator<Entry> {
  const foreign = foreignMounts(host, gaps);
  yield* walkFiles(host, {
    root: "/",
    limits: { maxEntries, deadlineMs: host.now() + maxWalkMs },
    skip: (path) => foreign.has(path),
    report: (gap) => gaps.push(gap),
  });
}

/** Folders that together hold the local file systems and nothing of the others, for tools that cross mounts. */
export function localFolders(host: Host, gaps: Gap[]): string[] {
  const foreign = foreignMounts(host, gaps);
  const holdsForeign = (folder: string) =>
    [...foreign].some((path) => path.startsWith(folder === "/" ? "/" : `${folder}/`));
  const open = (folder: string): string[] =>
    holdsForeign(folder) ? subfolders(host, folder, gaps).filter(isLocal).flatMap(open) : [folder];
  const isLocal = (path: string) => !foreign.has(path);
  return open("/");
}

function subfolders(host: Host, folder: string, gaps: Gap[]): string[] {
  try {
    return host
      .entries(folder)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (folder === "/" ? `/${name}` : `${folder}/${name}`));
  } catch (error) {
    gaps.push(gapOf(error, folder));
    return [];
  }
}

/** Paths of mounts that a walk must not enter. */
export function foreignMounts(host: Host, gaps: Gap[]): Set<string> {
  const mounts = readMounts(host);
  const network = mounts.filter((mount) => isNetworkType(mount.type));
  for (const { path, type } of network)
    gaps.push({ reason: "policy", detail: `${path}: on the network (${type}), not walked` });
  const pseudo = mounts.filter((mount) => isPseudoType(mount.type));
  return new Set(["/proc", "/sys", ...[...network, ...pseudo].map((mount) => mount.path)]);
}
