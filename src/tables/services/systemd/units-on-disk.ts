import { TableUnavailable } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { isLink } from "../../host/is-link.ts";
import type { Host } from "../../host/port.ts";
import { parseUnitFiles, type UnitSettings } from "../../parsers/systemd-unit-file.ts";

/** Where units are looked for, the first that has a name wins (systemd.unit(5)). */
export const searchPath = [
  "/etc/systemd/system.control",
  "/run/systemd/system.control",
  "/run/systemd/transient",
  "/run/systemd/generator.early",
  "/etc/systemd/system",
  "/etc/systemd/system.attached",
  "/run/systemd/system",
  "/run/systemd/system.attached",
  "/run/systemd/generator",
  "/usr/local/lib/systemd/system",
  "/usr/lib/systemd/system",
  "/lib/systemd/system",
  "/run/systemd/generator.late",
];

const unitName = /\.(service|socket|timer|path|mount|automount|swap|target|slice|scope|device)$/;

/** A unit as its files describe it. */
export interface DiskUnit {
  name: string;
  fragmentPath: string;
  /** The unit this name is another name of. */
  aliasOf?: string;
  masked: boolean;
  dropInPaths: string[];
  settings: UnitSettings;
  unitFileState: string;
}

/** What the folders of units hold, by name. */
interface UnitFolders {
  read: GapReader;
  /** Folders of the search path that are there, with their names. */
  folders: { path: string; names: string[] }[];
  /** Names that links in …wants and …requires of the administrator's folders lead to, and links' own names. */
  enabled: { persistent: Set<string>; runtime: Set<string> };
}

/** Every unit that has a file; throws when the machine has no folder of units at all. */
export function readDiskUnits(read: GapReader): DiskUnit[] {
  const folders = readFolders(read);
  if (folders.length === 0)
    throw new TableUnavailable("table_missing", "no folder of systemd units is there");
  const enabled = {
    persistent: enabledNames(read, "/etc/systemd/system"),
    runtime: enabledNames(read, "/run/systemd/system"),
  };
  const units: UnitFolders = { read, folders, enabled };
  const names = new Set(
    folders.flatMap(({ names }) => names.filter((name) => unitName.test(name))),
  );
  return [...names].sort().flatMap((name) => readUnit(units, name));
}

/** On machines with a merged /usr, /lib is /usr/lib: the second of two equal folders adds nothing. */
function readFolders(read: GapReader) {
  return searchPath
    .filter(
      (path) => read.host.exists(path) && !(path.startsWith("/lib/") && isLink(read.host, "/lib")),
    )
    .map((path) => ({ path, names: read.list(path) }));
}

function linkTarget(host: Host, path: string): string | undefined {
  try {
    return host.readlink(path);
  } catch {
    return undefined; // EINVAL: a file, not a link.
  }
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** "getty@tty1.service" is an instance of "getty@.service". */
const templateOf = (name: string) => name.replace(/@[^.]*(?=\.)/, "@");

function enabledNames(read: GapReader, folder: string): Set<string> {
  const names = new Set<string>();
  for (const entry of read.list(folder)) {
    if (/\.(wants|requires|upholds)$/.test(entry))
      for (const name of read.list(`${folder}/${entry}`)) names.add(name).add(templateOf(name));
    const target = linkTarget(read.host, `${folder}/${entry}`);
    // A link under another name is an alias that enabling made; one under its own name a linked unit.
    if (target && target !== "/dev/null" && baseName(target) !== entry) names.add(baseName(target));
  }
  return names;
}

function readUnit(units: UnitFolders, name: string): DiskUnit[] {
  const { read, folders } = units;
  const folder = folders.find(({ names }) => names.includes(name))!;
  const fragmentPath = `${folder.path}/${name}`;
  const target = linkTarget(read.host, fragmentPath);
  const aliasOf =
    target && target !== "/dev/null" && baseName(target) !== name ? baseName(target) : undefined;
  const text = target === "/dev/null" ? "" : readFragment(read, fragmentPath);
  if (text === undefined) return [];
  const dropInPaths = findDropIns(units, aliasOf ?? name);
  const dropIns = dropInPaths.map((path) => read.text(path) ?? "");
  const settings = parseUnitFiles([text, ...dropIns]);
  const masked = text === "";
  const unitFileState = masked
    ? `masked${folder.path.startsWith("/run/") ? "-runtime" : ""}`
    : aliasOf
      ? "alias"
      : stateOf(units, { name, folder: folder.path, settings });
  return [{ name, fragmentPath, aliasOf, masked, dropInPaths, settings, unitFileState }];
}

/** A dangling link is a unit of something that was removed. */
function readFragment(read: GapReader, path: string): string | undefined {
  return read.attempt(path, () =>
    read.host.stat(path).isFile() ? read.host.read(path) : undefined,
  );
}

/** The states of systemctl(1), is-enabled. */
function stateOf(
  { enabled }: UnitFolders,
  { name, folder, settings }: { name: string; folder: string; settings: UnitSettings },
): string {
  if (folder.includes("/generator")) return "generated";
  if (folder.endsWith("/transient")) return "transient";
  if (enabled.persistent.has(name)) return "enabled";
  if (enabled.runtime.has(name)) return "enabled-runtime";
  const has = (key: string) => (settings.get(`Install.${key}`)?.length ?? 0) > 0;
  if (["WantedBy", "RequiredBy", "UpheldBy", "Alias"].some(has)) return "disabled";
  return has("Also") ? "indirect" : "static";
}

/**
 * Drop-ins of a unit: NAME.d, for an instance its template's, for "a-b.service" those of "a-.service",
 * and its type's ("service.d"). Files of one name count once, in the order of their names.
 */
function findDropIns({ read, folders }: UnitFolders, name: string): string[] {
  const files = new Map<string, string>();
  for (const { path, names } of folders)
    for (const dropInFolder of dropInFolders(name).filter((one) => names.includes(one)))
      for (const file of read.list(`${path}/${dropInFolder}`))
        if (file.endsWith(".conf") && !files.has(file))
          files.set(file, `${path}/${dropInFolder}/${file}`);
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
  return sorted.filter((path) => linkTarget(read.host, path) !== "/dev/null");
}

export function dropInFolders(name: string): string[] {
  const dot = name.lastIndexOf(".");
  const [stem, type] = [name.slice(0, dot), name.slice(dot + 1)];
  const own = [...new Set([name, templateOf(name)])];
  const dashes = [...stem.matchAll(/-/g)].map(({ index }) => stem.slice(0, index + 1)).reverse();
  const prefixes = dashes.filter((prefix) => prefix !== stem).map((prefix) => `${prefix}.${type}`);
  return [...own, ...prefixes, type].map((one) => `${one}.d`);
}
