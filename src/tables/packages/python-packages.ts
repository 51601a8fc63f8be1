import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { textOfBytes } from "../parsers/byte-text.ts";
import { trimSlash } from "../parsers/path-pattern.ts";
import { listPackageFolders } from "./python-folders.ts";

/**
 * One row per Python distribution: the system's, each account's, and those of pyenv, conda, pipx,
 * uv and virtual environments where these are made by habit.
 */
export const pythonPackages: CollectedTable = {
  name: "python_packages",
  description:
    "Python packages of the system, of accounts, and of pyenv, conda, pipx, uv and virtual environments.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    uid: "BIGINT",
    version: "TEXT",
    summary: "TEXT",
    author: "TEXT",
    license: "TEXT",
    path: "TEXT",
    directory: "TEXT",
  },
  input: {
    column: "directory",
    read: (host, directory, report) =>
      readPackages(gapReader(host, report), trimSlash(directory)).map((row) => ({
        ...row,
        directory,
      })),
  },
  collect(host) {
    const read = gapReader(host);
    const rows = listPackageFolders(read).flatMap(({ directory, uid }) =>
      readPackages(read, directory).map((row) => ({ ...row, uid })),
    );
    return { rows, gaps: distinctGaps(read.gaps) };
  },
};

function readPackages(read: GapReader, directory: string): Row[] {
  return read
    .list(directory)
    .filter((name) => /\.(dist-info|egg-info|egg)$/.test(name))
    .flatMap((name) => {
      const path = `${directory}/${name}`;
      const text = readMetadata(read, path);
      const row = text === undefined ? undefined : parseMetadata(text);
      return row ? [{ ...row, path, directory }] : [];
    });
}

/** METADATA in a .dist-info folder, PKG-INFO in an .egg or an .egg-info, which may itself be that file. */
function readMetadata(read: GapReader, path: string): string | undefined {
  if (path.endsWith(".dist-info")) return readHeaders(read, `${path}/METADATA`);
  if (path.endsWith(".egg")) return readHeaders(read, `${path}/EGG-INFO/PKG-INFO`);
  return readHeaders(read, `${path}/PKG-INFO`) ?? readHeaders(read, path);
}

const maxFileBytes = 4 << 20;

/** Without the description, often ten times as long, which a row's texts would keep in memory. */
function readHeaders(read: GapReader, path: string): string | undefined {
  const bytes = read.bytes(path, maxFileBytes);
  const ends = ["\n\n", "\n\r\n"].map((end) => bytes?.indexOf(end) ?? -1).filter((end) => end >= 0);
  return bytes && textOfBytes(bytes.subarray(0, Math.min(bytes.length, ...ends)));
}

/**
 * The headers of a core metadata file (PEP 566); the body after an empty line is the description.
 */
export function parseMetadata(text: string) {
  const headers = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (line === "") break;
    const match = /^([A-Za-z-]+): (.*)$/.exec(line);
    if (match && !headers.has(match[1]!)) headers.set(match[1]!, match[2]!);
  }
  const name = headers.get("Name");
  if (!name) return undefined;
  return {
    name,
    version: headers.get("Version") ?? null,
    summary: headers.get("Summary") ?? null,
    author: headers.get("Author") ?? headers.get("Author-email") ?? null,
    license: headers.get("License-Expression") ?? headers.get("License") ?? null,
  };
}
