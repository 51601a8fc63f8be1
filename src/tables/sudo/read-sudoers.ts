import { dirname } from "node:path/posix";
import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { listOptional, readOptional } from "../host/read-optional.ts";
import { joinLines } from "../parsers/sudoers/lines.ts";
import { parseSudoersLine, type SudoersEntry } from "../parsers/sudoers/parse.ts";

/** An entry and where it stands. */
export interface SudoersStatement {
  source: string;
  line: number;
  text: string;
  entry: SudoersEntry;
}

const maxIncludeDepth = 32;

/** The statements of a file, those it includes following where it includes them; lines that sudo can't parse are skipped. */
export function readSudoers(host: Host, path: string, gaps: Gap[], depth = 0): SudoersStatement[] {
  const contents = readOptional(host, path, gaps) ?? "";
  return joinLines(contents).flatMap(({ text, line }) => {
    const entry = parseSudoersLine(text);
    if (!entry) return [];
    const statement = { source: path, line, text, entry };
    if (entry.type !== "include" || depth >= maxIncludeDepth) return [statement];
    const included = includedPaths(host, path, entry, gaps);
    return [statement, ...included.flatMap((file) => readSudoers(host, file, gaps, depth + 1))];
  });
}

function includedPaths(
  host: Host,
  from: string,
  { path, directory }: { path: string; directory: boolean },
  gaps: Gap[],
): string[] {
  const named = path.replaceAll("%h", () => shortHostName(host, gaps));
  const absolute = named.startsWith("/") ? named : `${dirname(from)}/${named}`;
  if (!directory) return [absolute];
  const folder = absolute.replace(/\/+$/, "");
  // a dot or a tilde at the end marks what packages and editors leave behind
  const names = listOptional(host, folder, gaps).filter(
    (name) => !name.includes(".") && !name.endsWith("~"),
  );
  return names.map((name) => `${folder}/${name}`).filter((file) => isNoFolder(host, file));
}

const shortHostName = (host: Host, gaps: Gap[]) =>
  (readOptional(host, "/etc/hostname", gaps) ?? "").trim().split(".")[0] ?? "";

function isNoFolder(host: Host, path: string): boolean {
  try {
    return !host.stat(path).isDirectory();
  } catch {
    return true; // the read will say why not
  }
}
