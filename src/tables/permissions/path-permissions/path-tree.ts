import { basename, dirname, join, normalize, resolve } from "node:path/posix";
import { gapOf, isAbsent } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { fileType, modeText } from "../../parsers/mode.ts";

/** A path as it was found, links not followed. */
export interface PathNode {
  /** As the file table has it; "missing" where nothing is, "unknown" where that can't be seen. */
  type: string;
  /** null for a link, which has no permissions of its own, and for what wasn't found. */
  mode: string | null;
  uid: number | null;
  gid: number | null;
  /** Where a link leads, as written. */
  link?: string;
}

/** Paths of one host, each looked at once. */
export interface PathTree {
  look(path: string): PathNode;
  /** The path of the same thing with all links on the way to it followed, not its own. */
  place(path: string): string;
  /** The path and the folders above it up to "/", then the same for where each link on it leads. */
  ways(path: string): string[][];
}

/** As many as Linux follows. */
const maxLinks = 40;
const maxPathLength = 4096;

export function openPathTree(read: GapReader): PathTree {
  const look = remember((path: string) => lookAt(read, path));
  const linkOf = (path: string) => look(path).link;
  const real = remember((path: string): string => follow(path, linkOf));
  const place = (path: string) => (path === "/" ? "/" : join(real(dirname(path)), basename(path)));
  return { look, place, ways: (path) => waysTo(path, linkOf) };
}

function remember<Result>(find: (path: string) => Result): (path: string) => Result {
  const known = new Map<string, Result>();
  return (path) => {
    if (!known.has(path)) known.set(path, find(path));
    return known.get(path)!;
  };
}

const nothing = { mode: null, uid: null, gid: null };

function lookAt(read: GapReader, path: string): PathNode {
  try {
    const stats = read.host.lstat(path);
    const { uid, gid } = stats;
    if (stats.isSymbolicLink())
      return { type: "symlink", mode: null, uid, gid, link: read.host.readlink(path) };
    return { type: fileType(stats), mode: modeText(stats.mode), uid, gid };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isAbsent(error) || code === "ELOOP" || code === "ENAMETOOLONG")
      return { type: "missing", ...nothing };
    read.report(gapOf(error, path));
    return { type: "unknown", ...nothing };
  }
}

/** A folder with every link followed; one that leads round in circles stays where the count ends. */
function follow(path: string, linkOf: (path: string) => string | undefined): string {
  let real = path;
  for (let links = 0; links < maxLinks; links++) {
    const next = afterFirstLink(real, linkOf);
    if (next === undefined) break;
    real = next;
  }
  return real;
}

function waysTo(path: string, linkOf: (path: string) => string | undefined): string[][] {
  const seen = new Set<string>();
  let next: string | undefined = normalize(path);
  while (next !== undefined && !seen.has(next) && seen.size <= maxLinks) {
    seen.add(next);
    next = afterFirstLink(next, linkOf);
  }
  return [...seen].map(upwards);
}

/** The path with its topmost link replaced by where that leads; undefined when it has none. */
function afterFirstLink(path: string, linkOf: (path: string) => string | undefined) {
  const link = upwards(path).findLast((one) => linkOf(one) !== undefined);
  if (link === undefined) return undefined;
  const next = resolve(dirname(link), linkOf(link)!, `.${path.slice(link.length)}`);
  return next.length > maxPathLength ? undefined : next;
}

/** The path, its folder, … "/". */
function upwards(path: string): string[] {
  const way = [path];
  for (let at = path; at !== "/"; ) {
    at = dirname(at);
    way.push(at);
  }
  return way;
}
