import { dirname } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { joinLines } from "../parsers/sudoers/lines.ts";
import { parseSudoersLine, type SudoersEntry } from "../parsers/sudoers/parse.ts";

/** An entry and its position. */
export interface SudoersStatement {
  source: string;
  line: number;
  text: string;
  entry: SudoersEntry;
}

const maxIncludeDepth = 32;

/**
 * The statements of a file, with included files expanded in place; lines that sudo can't parse are
 * skipped.
 */
export function readSudoers(read: GapReader, path: string, depth = 0): SudoersStatement[] {
  const contents = read.text(path) ?? "";
  return joinLines(contents).flatMap(({ text, line }) => {
    const entry = parseSudoersLine(text);
    if (!entry) return [];
    const statement = { source: path, line, text, entry };
    if (entry.type !== "include" || depth >= maxIncludeDepth) return [statement];
    const included = includedPaths(read, path, entry);
    return [statement, ...included.flatMap((file) => readSudoers(read, file, depth + 1))];
  });
}

function includedPaths(
  read: GapReader,
  from: string,
  { path, directory }: { path: string; directory: boolean },
): string[] {
  const named = path.replaceAll("%h", () => shortHostName(read));
  const absolute = named.startsWith("/") ? named : `${dirname(from)}/${named}`;
  if (!directory) return [absolute];
  const folder = absolute.replace(/\/+$/, "");
  // a dot, or a tilde at the end, marks leftovers of package managers and editors
  const names = read.list(folder).filter((name) => !name.includes(".") && !name.endsWith("~"));
  return names.map((name) => `${folder}/${name}`).filter((file) => isNoFolder(read.host, file));
}

const shortHostName = (read: GapReader) =>
  (read.text("/etc/hostname") ?? "").trim().split(".")[0] ?? "";

function isNoFolder(host: Host, path: string): boolean {
  try {
    return !host.stat(path).isDirectory();
  } catch {
    return true; // the read will report why
  }
}
