import { dirname } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { joinLines } from "../parsers/sudoers/lines.ts";
import { parseSudoersLine, type SudoersEntry } from "../parsers/sudoers/parse.ts";
import { fileRefusal } from "./file-refusal.ts";

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

const maxIncludeDepth = 32;

/**
 * The statements of a file, with included files expanded in place; lines that sudo can't parse are
 * skipped.
 */
export function readSudoers(read: GapReader, path: string): SudoersFiles {
  const found: SudoersFiles = { statements: [], files: [] };
  addFile(read, { path, refusal: null, depth: 0 }, found);
  return found;
}

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
  const absolute = named.startsWith("/") ? named : `${dirname(from.path)}/${named}`;
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

const shortHostName = (read: GapReader) =>
  (read.text("/etc/hostname") ?? "").trim().split(".")[0] ?? "";

function isNoFolder(host: Host, path: string): boolean {
  try {
    return !host.stat(path).isDirectory();
  } catch {
    return true; // the read will report why
  }
}
