import { listHomeFolders } from "../accounts/home-folders.ts";
import type { Gap } from "../host/gap.ts";
import { isLink } from "../host/is-link.ts";
import type { Host } from "../host/port.ts";
import { listOptional, readOptional } from "../host/read-optional.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** One distribution of a Python environment a row: the system's, /usr/local's, /opt's and each account's own. */
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
  collect(host) {
    const gaps: Gap[] = [];
    const rows = packageFolders(host, gaps).flatMap(({ directory, uid }) =>
      readPackages(host, directory, gaps).map((row) => ({ ...row, uid })),
    );
    return { rows, gaps };
  },
};

function packageFolders(host: Host, gaps: Gap[]) {
  const shared = ["/usr", "/usr/local", ...optionalTrees(host, gaps)];
  const prefixes = [
    ...shared.map((prefix) => ({ prefix, uid: 0 })),
    ...listHomeFolders(host, gaps).map(({ path, uid }) => ({ prefix: `${path}/.local`, uid })),
  ];
  return prefixes.flatMap(({ prefix, uid }) =>
    ["lib", "lib64"]
      .filter((lib) => !isLink(host, `${prefix}/${lib}`))
      .flatMap((lib) =>
        listOptional(host, `${prefix}/${lib}`, gaps)
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

const optionalTrees = (host: Host, gaps: Gap[]) =>
  listOptional(host, "/opt", gaps).map((name) => `/opt/${name}`);

function readPackages(host: Host, directory: string, gaps: Gap[]): Row[] {
  return listOptional(host, directory, gaps)
    .filter((name) => /\.(dist-info|egg-info)$/.test(name))
    .flatMap((name) => {
      const path = `${directory}/${name}`;
      const text = readMetadata(host, path, gaps);
      const row = text === undefined ? undefined : parseMetadata(text);
      return row ? [{ ...row, path, directory }] : [];
    });
}

/** METADATA in a .dist-info, PKG-INFO in an .egg-info, which may be that file itself. */
function readMetadata(host: Host, path: string, gaps: Gap[]): string | undefined {
  if (path.endsWith(".dist-info")) return readOptional(host, `${path}/METADATA`, gaps);
  const inside = readOptional(host, `${path}/PKG-INFO`, gaps);
  return inside ?? readOptional(host, path, gaps);
}

/** The headers of a core metadata file (PEP 566); its body, the description, comes after an empty line. */
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
