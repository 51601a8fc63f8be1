import { listHomeFolders } from "../accounts/home-folders.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { isLink } from "../host/inspect.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { trimSlash } from "../parsers/path-pattern.ts";

const maxDepth = 8;

/**
 * One row per globally installed npm package and its dependencies; project folders are not
 * searched.
 */
export const npmPackages: CollectedTable = {
  name: "npm_packages",
  description: "npm packages installed globally, for the system or for one account.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    version: "TEXT",
    description: "TEXT",
    author: "TEXT",
    license: "TEXT",
    homepage: "TEXT",
    path: "TEXT",
    directory: "TEXT",
    depth: "INTEGER",
  },
  input: {
    column: "directory",
    read(host, directory, report) {
      const folder = `${trimSlash(directory)}/node_modules`;
      return readModules(gapReader(host, report), { directory, folder, depth: 1 });
    },
  },
  collect(host) {
    const read = gapReader(host);
    const rows = globalPrefixes(read).flatMap((directory) =>
      readModules(read, { directory, folder: `${directory}/node_modules`, depth: 1 }),
    );
    return { rows, gaps: read.gaps };
  },
};

/** Parents of node_modules folders: npm's prefixes, Debian's, and each account's nvm. */
function globalPrefixes(read: GapReader): string[] {
  const homes = listHomeFolders(read).flatMap(({ path }) => {
    const nvm = `${path}/.nvm/versions/node`;
    const versions = read.list(nvm).map((version) => `${nvm}/${version}/lib`);
    return [...versions, `${path}/.npm-global/lib`];
  });
  return ["/usr/lib", "/usr/local/lib", "/usr/share", ...homes];
}

interface ModuleFolder {
  directory: string;
  folder: string;
  depth: number;
}

function readModules(read: GapReader, at: ModuleFolder): Row[] {
  if (at.depth > maxDepth) return [];
  return packageNames(read, at.folder).flatMap((name) => {
    const path = `${at.folder}/${name}`;
    const text = read.text(`${path}/package.json`);
    const row = text === undefined ? undefined : parsePackageJson(text);
    const inner = { ...at, folder: `${path}/node_modules`, depth: at.depth + 1 };
    const own = {
      ...row,
      path: `${path}/package.json`,
      directory: at.directory,
      depth: at.depth,
    };
    return [...(row ? [own] : []), ...readModules(read, inner)];
  });
}

/**
 * Scoped packages are one folder deeper; links (`npm link`) are not followed, they could form
 * circles.
 */
function packageNames(read: GapReader, folder: string): string[] {
  return read
    .list(folder)
    .filter((name) => !name.startsWith(".") && !isLink(read.host, `${folder}/${name}`))
    .flatMap((name) =>
      name.startsWith("@")
        ? read.list(`${folder}/${name}`).map((inner) => `${name}/${inner}`)
        : [name],
    );
}

export function parsePackageJson(text: string) {
  const manifest = parseObject(text);
  if (typeof manifest?.name !== "string") return undefined;
  return {
    name: manifest.name,
    version: textOf(manifest.version),
    description: textOf(manifest.description),
    author: textOf(manifest.author) ?? textOf((manifest.author as { name?: unknown } | null)?.name),
    license:
      textOf(manifest.license) ?? textOf((manifest.license as { type?: unknown } | null)?.type),
    homepage: textOf(manifest.homepage),
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);
