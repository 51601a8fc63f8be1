import { readOwnerNames } from "../accounts/owner-names.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { findPackageOwners } from "../permissions/package-owners.ts";
import { type ProcessReads, trackProcessReads } from "./proc/attempt.ts";
import { processNamer } from "./proc/owner.ts";
import { listPids } from "./proc/pids.ts";
import { parseEnviron } from "./process-envs.ts";
import { parseMaps } from "./process-memory-map.ts";

/**
 * One row per library that /etc/ld.so.preload loads into every program, or LD_PRELOAD or LD_AUDIT
 * into a running process (ld.so(8)). path is NULL if nothing is loaded: there is no such file, or
 * the process has not mapped one of that name. package is "" if no package has the file, and NULL
 * if that is unknown.
 */
export const preloadedLibraries: CollectedTable = {
  name: "preloaded_libraries",
  description: "Libraries that the dynamic loader is asked to load into programs.",
  platforms: ["linux"],
  columns: {
    source: "TEXT",
    library: "TEXT",
    path: "TEXT",
    package: "TEXT",
    owner: "TEXT",
    mtime: "BIGINT",
    pid: "INTEGER",
    process_name: "TEXT",
    username: "TEXT",
  },
  async collect(host) {
    const read = gapReader(host);
    const reads = trackProcessReads("environment and libraries");
    const rows = [...preloadedByFile(read), ...preloadedByProcesses(read, reads)];
    const gaps = () => [...read.gaps, ...reads.gaps()];
    const paths = [...new Set(rows.flatMap(({ path }) => path ?? []))];
    if (paths.length === 0) return { rows, gaps: gaps() };
    const facts = await describeFiles(read, paths);
    return { rows: rows.map((row) => ({ ...row, ...facts.get(row.path ?? "") })), gaps: gaps() };
  },
};

interface Preload extends Row {
  source: string;
  library: string;
  path: string | null;
}

const listFile = "/etc/ld.so.preload";

const namesIn = (text: string) => text.split(/[\s:]+/).filter(Boolean);

/** "#" starts a comment. */
function preloadedByFile(read: GapReader): Preload[] {
  const named = read.lines(listFile).flatMap((line) => namesIn(line.replace(/#.*/, "")));
  const folders = named.length > 0 ? libraryFolders(read) : [];
  return named.map((library) => {
    const path = candidates(library, folders).find((each) => read.host.exists(each)) ?? null;
    return { source: listFile, library, path };
  });
}

/** Folders in which the loader looks for a name without a slash. */
function libraryFolders(read: GapReader): string[] {
  const conf = ["/etc/ld.so.conf", ...expandGlob(read, "/etc/ld.so.conf.d/*.conf")];
  const configured = conf.flatMap((path) => read.lines(path).map((line) => line.trim()));
  const standard = ["/lib", "/usr/lib", "/lib64", "/usr/lib64"];
  return [...configured.filter((line) => line.startsWith("/")), ...standard];
}

/** The files that a name may mean; $LIB stands for one of the system's folders. */
function candidates(library: string, folders: string[]): string[] {
  if (!library.includes("/")) return folders.map((folder) => `${folder}/${library}`);
  if (!library.startsWith("/")) return [];
  const known = ["lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"];
  return known.map((folder) => library.replace(/\$(LIB|\{LIB\})/, folder));
}

function preloadedByProcesses(read: GapReader, reads: ProcessReads): Preload[] {
  const nameOf = processNamer(read);
  return listPids(read).flatMap((pid) => {
    const textOf = (name: string) =>
      reads.attempt(pid, () => read.host.read(`/proc/${pid}/${name}`, maxBytes)) ?? "";
    const named = parseEnviron(textOf("environ"))
      .filter(({ key }) => key === "LD_PRELOAD" || key === "LD_AUDIT")
      .flatMap(({ key, value }) => namesIn(value).map((library) => ({ source: key, library })));
    if (named.length === 0) return [];
    const mapped = parseMaps(textOf("maps")).map(({ path }) => String(path));
    return named.map((row) => {
      const path = mapped.find((file) => isFileOf(read, row.library, file)) ?? null;
      return { ...row, path, pid, ...nameOf(pid) };
    });
  });
}

const maxBytes = 16 << 20;

const fileName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Whether a mapped file is what the loader found for a name: `libx.so.2` may lead to `libx.so.2.5`. */
function isFileOf({ host }: GapReader, library: string, file: string): boolean {
  if (!file.startsWith("/")) return false;
  if (fileName(file).startsWith(fileName(library))) return true;
  try {
    return fileName(host.readlink(library)) === fileName(file);
  } catch {
    return false; // Not a link, or not here.
  }
}

/** Package, owner and time of files, by their paths. */
async function describeFiles(read: GapReader, paths: string[]): Promise<Map<string, Row>> {
  const before = read.gaps.length;
  const packages = await findPackageOwners(read, paths);
  const none = read.gaps.length === before ? "" : null;
  const names = readOwnerNames(read.host);
  return new Map(
    paths.map((path) => {
      const stats = read.attempt(path, () => read.host.stat(path));
      const owner = stats ? names.user(stats.uid) : null;
      const mtime = stats ? Math.floor(stats.mtimeMs / 1000) : null;
      return [path, { package: packages.get(path) ?? none, owner, mtime }];
    }),
  );
}
