import { basename, dirname, isAbsolute, join, normalize, resolve } from "node:path/posix";
import { type Gap, gapOf, isAbsent } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { fileType, modeText } from "../../parsers/mode.ts";

/** A path's own attributes, without following links. */
export interface PathNode {
  /**
   * As in the file table; "missing" when absent, "unknown" when it can't be inspected, "relative"
   * for a folder of PATH that depends on where its user works.
   */
  type: string;
  /** null for links, which have no permissions, and for paths not found. */
  mode: string | null;
  uid: number | null;
  gid: number | null;
  /** A link's target, as written. */
  link?: string;
}

/** Paths of one host, each inspected once. */
export interface PathTree {
  inspect(path: string): PathNode;
  /** The same path with all links in its folders resolved, but not its last part. */
  resolveFolders(path: string): string;
  /**
   * The path and its parent folders up to "/", then the same for the target of each link among
   * them.
   */
  parentPaths(path: string): string[][];
  /** Why the paths of type "unknown" could not be inspected, by path. */
  unseen: ReadonlyMap<string, Gap>;
}

/** Linux's limit. */
const maxLinks = 40;
const maxPathLength = 4096;

export function createPathTree(host: Host): PathTree {
  const unseen = new Map<string, Gap>();
  const inspect = memoize((path: string) => inspectPath(path, { host, unseen }));
  const linkOf = (path: string) => inspect(path).link;
  const real = memoize((path: string): string => follow(path, linkOf));
  const resolveFolders = (path: string) =>
    path === "/" || !isAbsolute(path) ? path : join(real(dirname(path)), basename(path));
  const parentPaths = (path: string) => (isAbsolute(path) ? parentPathsOf(path, linkOf) : [[path]]);
  return { inspect, resolveFolders, parentPaths, unseen };
}

function memoize<Result>(find: (path: string) => Result): (path: string) => Result {
  const known = new Map<string, Result>();
  return (path) => {
    if (!known.has(path)) known.set(path, find(path));
    return known.get(path)!;
  };
}

const nothing = { mode: null, uid: null, gid: null };

function inspectPath(
  path: string,
  { host, unseen }: { host: Host; unseen: Map<string, Gap> },
): PathNode {
  if (!isAbsolute(path)) return { type: "relative", ...nothing };
  try {
    const stats = host.lstat(path);
    const { uid, gid } = stats;
    if (stats.isSymbolicLink())
      return { type: "symlink", mode: null, uid, gid, link: host.readlink(path) };
    return { type: fileType(stats), mode: modeText(stats.mode), uid, gid };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isAbsent(error) || code === "ELOOP" || code === "ENAMETOOLONG")
      return { type: "missing", ...nothing };
    unseen.set(path, gapOf(error, path));
    return { type: "unknown", ...nothing };
  }
}

/** A folder with all links resolved; a circle ends at the limit. */
function follow(path: string, linkOf: (path: string) => string | undefined): string {
  let real = path;
  for (let links = 0; links < maxLinks; links++) {
    const next = afterFirstLink(real, linkOf);
    if (next === undefined) break;
    real = next;
  }
  return real;
}

function parentPathsOf(path: string, linkOf: (path: string) => string | undefined): string[][] {
  const seen = new Set<string>();
  let next: string | undefined = normalize(path);
  while (next !== undefined && !seen.has(next) && seen.size <= maxLinks) {
    seen.add(next);
    next = afterFirstLink(next, linkOf);
  }
  return [...seen].map(withParents);
}

/** The path with its topmost link resolved; undefined when it has none. */
function afterFirstLink(path: string, linkOf: (path: string) => string | undefined) {
  const link = withParents(path).findLast((one) => linkOf(one) !== undefined);
  if (link === undefined) return undefined;
  const next = resolve(dirname(link), linkOf(link)!, `.${path.slice(link.length)}`);
  return next.length > maxPathLength ? undefined : next;
}

/** The path, its folder, … "/". */
function withParents(path: string): string[] {
  const paths = [path];
  for (let at = path; at !== "/"; ) {
    at = dirname(at);
    paths.push(at);
  }
  return paths;
}
