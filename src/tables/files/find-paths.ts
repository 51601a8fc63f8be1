import type { GapReader } from "../host/gap-reader.ts";
import { type WalkLimits, walkFiles } from "../host/walk-files.ts";
import type { Constraint } from "../model/table.ts";
import {
  type PathPattern,
  parsePathPattern,
  trimSlash,
  widenGlob,
} from "../parsers/path-pattern.ts";

const maxEntries = 200_000;
const maxWalkMs = 5_000;

/**
 * Paths that match the constraints on `path` and `directory`, each once; SQLite checks every
 * condition again.
 */
export function* findPaths(read: GapReader, constraints: Constraint[]): Generator<FoundPath> {
  const limits = { maxEntries, deadlineMs: read.host.now() + maxWalkMs };
  const chosen = narrowest(constraints);
  if (!chosen || typeof chosen.value !== "string" || chosen.value.includes("\0")) return;
  // A relative path has no meaning without a working folder.
  if (chosen.op === "=" && !chosen.value.startsWith("/")) return;
  const search = { read, limits };
  if (chosen.op !== "=") {
    const like = chosen.op === "GLOB" ? widenGlob(chosen.value) : chosen.value;
    const pattern = parsePathPattern(like);
    if (chosen.column === "path") yield* found(marked(search, pattern));
    else
      for (const folder of marked(search, pattern))
        yield* found(children(search, trimSlash(folder)), folder);
  } else if (chosen.column === "path") yield* found([chosen.value]);
  else yield* found(children(search, trimSlash(chosen.value)), chosen.value);
}

/** A path with the parts of it that rows show. */
export interface FoundPath {
  path: string;
  directory: string;
  filename: string;
}

/** As in osquery, `directory` has the slash at its end that the statement has, and "/etc/" is "." in "/etc". */
function* found(paths: Iterable<string>, directory?: string): Generator<FoundPath> {
  for (const path of paths) {
    const slash = path.lastIndexOf("/");
    yield {
      path,
      directory: directory ?? (path.slice(0, slash) || "/"),
      filename: path.slice(slash + 1) || (path === "/" ? "/" : "."),
    };
  }
}

/** The narrowest constraint: a path is one file, a directory one folder, a pattern any number. */
function narrowest(constraints: Constraint[]): Constraint | undefined {
  const order = ["path=", "directory=", "pathLIKE", "pathGLOB", "directoryLIKE", "directoryGLOB"];
  const rank = ({ column, op }: Constraint) => order.indexOf(`${column}${op}`);
  return constraints.filter((one) => rank(one) >= 0).sort((a, b) => rank(a) - rank(b))[0];
}

interface Search {
  read: GapReader;
  limits: WalkLimits;
}

/** As osquery, with a slash at the end of folders that a pattern with one finds. */
function* marked(search: Search, pattern: PathPattern): Generator<string> {
  for (const path of matching(search, pattern)) {
    if (!pattern.foldersOnly) yield path;
    else if (search.read.attempt(path, () => search.read.host.stat(path).isDirectory()))
      yield `${path}/`;
  }
}

function* matching(search: Search, pattern: PathPattern): Generator<string> {
  let folders: Iterable<string> = [pattern.base];
  for (const segment of pattern.segments) folders = matchingChildren(search, folders, segment);
  if (!pattern.deep) {
    yield* folders;
    return;
  }
  for (const root of folders)
    for (const { path } of walkFiles(search.read, { limits: search.limits, root, skip: isVirtual }))
      if (pattern.deep.test(path)) yield path;
}

/** Kernel file systems are endless and change while being read: only searched when named. */
const isVirtual = (path: string) => path === "/proc" || path === "/sys";

function* matchingChildren(search: Search, folders: Iterable<string>, segment: RegExp) {
  for (const folder of folders)
    for (const path of children(search, folder))
      if (segment.test(path.slice(path.lastIndexOf("/") + 1))) yield path;
}

/** None for a file: ENOTDIR counts as absent. */
function* children({ read }: Search, folder: string): Generator<string> {
  const prefix = folder === "/" ? "" : folder;
  for (const name of read.list(folder)) yield `${prefix}/${name}`;
}
