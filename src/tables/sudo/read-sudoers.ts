import { dirname } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import type { Host } from "../host/port.ts";
import { joinLines } from "../parsers/sudoers/lines.ts";
import { parseSudoersLine, type SudoersEntry } from "../parsers/sudoers/parse.ts";
import { fileRefusal } from "./file-refusal.ts";
import { readSudoConf, type SudoConf } from "./sudo-conf.ts";

/** An entry and its position. */
export interface SudoersStatement {
  source: string;
  line: number;
  text: string;
  entry: SudoersEntry;
  /** Why sudo does not read the file; null if it does. */
  refusal: string | null;
}

/** Files that sudo reads or refuses, and folders of @includedir. */
export interface SudoersFile {
  path: string;
  refusal: string | null;
}

export interface SudoersFiles {
  statements: SudoersStatement[];
  files: SudoersFile[];
}

export const sudoersPath = "/etc/sudoers";

const maxIncludeDepth = 32;

/**
 * The statements of sudo's rules, with included files expanded in place; lines that sudo can't parse
 * are skipped. Files that look like rules but aren't read come last, with the reason as their refusal.
 */
export function readSudoers(read: GapReader): SudoersFiles & { conf: SudoConf } {
  const conf = readSudoConf(read, sudoersPath);
  const found: SudoersFiles = { statements: [], files: [] };
  addFile(read, { path: conf.rulesPath, refusal: conf.refusal, depth: 0 }, found);
  // What it reads is only known if all of it could be read.
  if (read.gaps.length > 0) return { ...found, conf };
  const unread: SudoersFiles = { statements: [], files: [] };
  for (const { path, refusal } of unreadFiles(read, { conf, found }))
    addFile(read, { path, refusal, depth: maxIncludeDepth }, unread);
  return { statements: [...found.statements, ...unread.statements], files: found.files, conf };
}

/** /etc/sudoers and what is in /etc/sudoers.d or named for other hosts, where sudo reads it not. */
function unreadFiles(
  read: GapReader,
  { conf: { rulesPath }, found }: { conf: SudoConf; found: SudoersFiles },
): SudoersFile[] {
  const known = new Set(found.files.map(({ path }) => path));
  const includes = found.statements.flatMap(({ source, entry, refusal }) =>
    entry.type === "include" && refusal === null ? [{ ...entry, source }] : [],
  );
  const isIncluded = (folder: string) => known.has(folder);
  const others = includes
    .filter(({ path }) => path.includes("%h"))
    .flatMap(({ path, source, directory }) =>
      expandGlob(
        read,
        `${absolutePath(path.replaceAll("%h", "*"), source)}${directory ? "/*" : ""}`,
      ),
    )
    .map((path) => ({ path, refusal: `sudo reads ${path} on another host only` }));
  const whole =
    rulesPath === sudoersPath || !read.host.exists(sudoersPath)
      ? []
      : [{ path: sudoersPath, refusal: `sudo reads ${rulesPath}, not ${sudoersPath}` }];
  const dropIns = read
    .list(dropInFolder)
    .filter((name) => name !== "README")
    .map((name) => `${dropInFolder}/${name}`)
    .map((path) => ({
      path,
      refusal: isIncluded(dropInFolder)
        ? `sudo passes over the name of ${path}`
        : `sudo reads ${rulesPath}, which does not include ${dropInFolder}`,
    }));
  return [...whole, ...others, ...dropIns].filter(
    ({ path }) => !known.has(path) && isNoFolder(read.host, path),
  );
}

const dropInFolder = "/etc/sudoers.d";

interface Included extends SudoersFile {
  depth: number;
}

function addFile(read: GapReader, file: Included, found: SudoersFiles): void {
  const { path, depth } = file;
  const refusal = file.refusal ?? fileRefusal(read.host, path);
  found.files.push({ path, refusal });
  for (const { text, line } of joinLines(read.text(path) ?? "")) {
    const entry = parseSudoersLine(text);
    if (!entry) continue;
    found.statements.push({ source: path, line, text, entry, refusal });
    if (entry.type === "include" && depth < maxIncludeDepth)
      addIncluded(read, { entry, path, refusal, depth: depth + 1 }, found);
  }
}

function addIncluded(
  read: GapReader,
  { entry, ...from }: Included & { entry: SudoersEntry & { type: "include" } },
  found: SudoersFiles,
): void {
  const named = entry.path.replaceAll("%h", () => shortHostName(read));
  const absolute = absolutePath(named, from.path);
  if (!entry.directory) {
    addFile(read, { ...from, path: absolute }, found);
    return;
  }
  const folder = absolute.replace(/\/+$/, "");
  const refusal = from.refusal ?? fileRefusal(read.host, folder);
  found.files.push({ path: folder, refusal });
  for (const path of filesIn(read, folder)) addFile(read, { ...from, path, refusal }, found);
}

/** A dot, or a tilde at the end, marks leftovers of package managers and editors. */
const filesIn = (read: GapReader, folder: string): string[] =>
  read
    .list(folder)
    .filter((name) => !name.includes(".") && !name.endsWith("~"))
    .map((name) => `${folder}/${name}`)
    .filter((file) => isNoFolder(read.host, file));

const absolutePath = (named: string, source: string) =>
  named.startsWith("/") ? named : `${dirname(source)}/${named}`;

/** The name in force, which may be another than the one that the next boot sets. */
const shortHostName = (read: GapReader) =>
  (read.text("/proc/sys/kernel/hostname") ?? read.text("/etc/hostname") ?? "")
    .trim()
    .split(".")[0] ?? "";

function isNoFolder(host: Host, path: string): boolean {
  try {
    return !host.stat(path).isDirectory();
  } catch {
    return true; // the read will report why
  }
}
