import { listHomeFolders } from "../accounts/home-folders.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { isLink } from "../host/inspect.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { trimSlash } from "../parsers/path-pattern.ts";

/** One row per Python distribution: the system's, /usr/local's, /opt's and each account's. */
export const pythonPackages: CollectedTable = {
  name: "python_packages",
  description: "Python packages installed for the system or for one account.",
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
    const rows = packageFolders(read).flatMap(({ directory, uid }) =>
      readPackages(read, directory).map((row) => ({ ...row, uid })),
    );
    return { rows, gaps: read.gaps };
  },
};

function packageFolders(read: GapReader) {
  const shared = ["/usr", "/usr/local", ...optionalTrees(read)];
  const prefixes = [
    ...shared.map((prefix) => ({ prefix, uid: 0 })),
    ...listHomeFolders(read).map(({ path, uid }) => ({ prefix: `${path}/.local`, uid })),
  ];
  return prefixes.flatMap(({ prefix, uid }) =>
    ["lib", "lib64"]
      .filter((lib) => !isLink(read.host, `${prefix}/${lib}`))
      .flatMap((lib) =>
        read
          .list(`${prefix}/${lib}`)
          .filter((name) => /^python\d/.test(name))
          .flatMap((name) =>
            ["dist-packages", "site-packages"].map((folder) => ({
              directory: `${prefix}/${lib}/${name}/${folder}`,
              uid,
            })),
          ),
      ),
  );
}

const optionalTrees = (read: GapReader) => read.list("/opt").map((name) => `/opt/${name}`);

function readPackages(read: GapReader, directory: string): Row[] {
  return read
    .list(directory)
    .filter((name) => /\.(dist-info|egg-info)$/.test(name))
    .flatMap((name) => {
      const path = `${directory}/${name}`;
      const text = readMetadata(read, path);
      const row = text === undefined ? undefined : parseMetadata(text);
      return row ? [{ ...row, path, directory }] : [];
    });
}

/** METADATA in a .dist-info folder, PKG-INFO in an .egg-info, which may itself be that file. */
function readMetadata(read: GapReader, path: string): string | undefined {
  if (path.endsWith(".dist-info")) return read.text(`${path}/METADATA`);
  const inside = read.text(`${path}/PKG-INFO`);
  return inside ?? read.text(path);
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
