import type { Dirent } from "node:fs";
import { listHomeFolders } from "../accounts/home-folders.ts";
import type { Gap } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import { isLink } from "../host/inspect.ts";
import { once } from "../host/once.ts";
import type { Host } from "../host/port.ts";

/** A folder of packages and the account it belongs to. */
export interface PackageFolder {
  directory: string;
  uid: number;
}

/** Where virtual environments are made by habit. */
const environments = ["venv", ".venv", "env", ".env", "virtualenv"];

const below = (folders: string[], names: string[]) =>
  folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));

const systemPrefixes = [
  "/usr",
  "/usr/local",
  "/opt/*",
  "/srv/*",
  "/app",
  "/usr/local/pyenv/versions/*",
  "/opt/*/versions/*", // pyenv
  "/opt/*/envs/*", // conda
  "/opt/*/venvs/*", // pipx
  ...below(["", "/app", "/opt/*", "/srv/*", "/srv/*/*", "/var/www/*", "/var/lib/*"], environments),
];

const homePrefixes = [
  ".local",
  // pyenv with its plugin for virtual environments, asdf, mise, rye, uv
  ".pyenv/versions/*",
  ".pyenv/versions/*/envs/*",
  ".asdf/installs/python/*",
  ".local/share/mise/installs/python/*",
  ".rye/py/*",
  ".local/share/uv/python/*",
  // conda under any of its distributions' names
  ".conda/envs/*",
  ...below(
    ["*conda3", "*forge3", "miniforge", "mambaforge", "micromamba", ".local/share/mamba"],
    ["", "envs/*"],
  ),
  // tools that install each program into an environment of its own
  ".local/share/pipx/venvs/*",
  ".local/pipx/venvs/*",
  ".local/share/uv/tools/*",
  // environments of virtualenvwrapper, pipenv, poetry and hatch
  ".virtualenvs/*",
  ".local/share/virtualenvs/*",
  ".cache/pypoetry/virtualenvs/*",
  ".local/share/hatch/env/virtual/*/*/*",
  // a project's own, in the home and up to two folders below
  ...environments,
  ...below(["*", "*/*"], environments),
];

/** Each folder of Python packages once, whatever links lead to it. */
export function listPackageFolders(read: GapReader): PackageFolder[] {
  const { folders, gaps } = once(read.host, findPackageFolders);
  read.report(...gaps);
  return folders;
}

function findPackageFolders(host: Host): { folders: PackageFolder[]; gaps: Gap[] } {
  const read = listingOnce(gapReader(host));
  const folders = [
    ...withPackages(read, systemPrefixes).map((directory) => ({ directory, uid: 0 })),
    ...listHomeFolders(read).flatMap(({ path, uid }) =>
      foldersOfHome(read, path).map((directory) => ({ directory, uid })),
    ),
  ];
  return { folders: withoutAliases(read, folders), gaps: read.gaps };
}

/** Many prefixes share folders above them, so each is listed once. */
function listingOnce(read: GapReader): GapReader {
  const listed = new Map<string, Dirent[]>();
  const entries = (folder: string) => {
    const found = listed.get(folder) ?? read.entries(folder);
    listed.set(folder, found);
    return found;
  };
  return {
    ...read,
    entries,
    list: (folder) =>
      entries(folder)
        .map(({ name }) => name)
        .sort(),
  };
}

/** A closed home is one gap instead of one for each folder in it. */
function foldersOfHome(read: GapReader, home: string): string[] {
  const before = read.gaps.length;
  read.list(home);
  const quiet = read.gaps.length > before ? listingOnce(gapReader(read.host)) : read;
  const prefixes = homePrefixes.map((name) => `${home}/${name}`);
  return withPackages(quiet, [...prefixes, ...condaPrefixes(quiet, home)]);
}

const withPackages = (read: GapReader, prefixes: string[]): string[] =>
  prefixes
    .flatMap((prefix) => expandGlob(read, prefix.replace(/\/$/, "")))
    .flatMap((prefix) => foldersOf(read, prefix));

/** conda lists the environments that it made, wherever they are. */
const condaPrefixes = (read: GapReader, home: string): string[] =>
  read.lines(`${home}/.conda/environments.txt`).filter((line) => line.startsWith("/"));

const foldersOf = (read: GapReader, prefix: string): string[] =>
  ["lib", "lib64"].flatMap((lib) =>
    read
      .list(`${prefix}/${lib}`)
      .filter((name) => /^(python|pypy)\d/.test(name))
      .flatMap((name) =>
        ["dist-packages", "site-packages"].map((folder) => `${prefix}/${lib}/${name}/${folder}`),
      ),
  );

function withoutAliases(read: GapReader, folders: PackageFolder[]): PackageFolder[] {
  const known = new Map<string, PackageFolder>();
  for (const folder of folders) {
    const stats = read.attempt(folder.directory, () => read.host.stat(folder.directory));
    if (!stats) continue;
    const identity = `${stats.dev}:${stats.ino}`;
    const other = known.get(identity);
    if (!other || (hasLink(read, other.directory) && !hasLink(read, folder.directory)))
      known.set(identity, folder);
  }
  return [...known.values()];
}

/** Whether a link leads to the folder: to it, or to one of the folders above. */
function hasLink(read: GapReader, path: string): boolean {
  const parts = path.split("/");
  return parts.some(
    (_, index) => index > 1 && isLink(read.host, parts.slice(0, index + 1).join("/")),
  );
}
