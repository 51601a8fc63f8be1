import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { PushDownTable, Row } from "../model/table.ts";
import { type FoundPath, findPaths } from "./find-paths.ts";

const maxBytes = 512 << 20;

/** Digests of the regular files that the statement names; files larger than 512 MiB are gaps. */
export const hash: PushDownTable = {
  name: "hash",
  description: "MD5, SHA-1 and SHA-256 of files by path or directory.",
  platforms: ["linux", "darwin"],
  columns: { path: "TEXT", directory: "TEXT", md5: "TEXT", sha1: "TEXT", sha256: "TEXT" },
  required: ["path", "directory"],
  *scan(host, constraints, report, isRead = () => true) {
    const read = gapReader(host, report);
    const names = algorithms.filter(isRead);
    for (const found of findPaths(read, constraints)) {
      const row = read.attempt(found.path, () => hashFile(read, found, names));
      if (row) yield row;
    }
  },
};

const algorithms = ["md5", "sha1", "sha256"];

function hashFile(
  read: GapReader,
  { path, directory }: FoundPath,
  names: string[],
): Row | undefined {
  const stats = read.host.stat(path);
  // Opening a FIFO or a device could block forever.
  if (!stats.isFile()) return undefined;
  if (stats.size > maxBytes) {
    read.report({ reason: "error", detail: `${path}: larger than 512 MiB, not hashed` });
    return undefined;
  }
  return { path, directory, ...knownDigests(read.host, { path, stats, names }) };
}

/** By algorithm. */
type Digests = Record<string, string>;

interface Wanted {
  path: string;
  stats: Stats;
  /** Algorithms. */
  names: string[];
}

/** How long digests are kept: a join asks for the same program for each of its processes. */
const keptMs = 60_000;
const maxKept = 5_000;
const known = new WeakMap<Host, Map<string, { digests: Digests; untilMs: number }>>();

/** Writing to a file changes its ctime, so the same file at the same ctime has the same content. */
function knownDigests(host: Host, { path, stats, names }: Wanted): Digests {
  const kept = known.get(host) ?? new Map();
  known.set(host, kept);
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  const key = [dev, ino, size, mtimeMs, ctimeMs, ...names].join(":");
  const found = kept.get(key);
  if (found && found.untilMs > host.now()) return found.digests;
  const digests = computeDigests(host, path, names);
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, { digests, untilMs: host.now() + keptMs });
  return digests;
}

function computeDigests(host: Host, path: string, names: string[]): Digests {
  const hashes = names.map((name) => createHash(name));
  for (const chunk of host.chunks(path)) for (const one of hashes) one.update(chunk);
  return Object.fromEntries(hashes.map((one, at) => [names[at]!, one.digest("hex")]));
}
