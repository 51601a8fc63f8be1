import { type Gap, TableUnavailable } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { isLink } from "../../host/inspect.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import { parseUnitFiles, type UnitSettings } from "../../parsers/systemd-unit-file.ts";

/** The search path of units; the first folder with a name wins (systemd.unit(5)). */
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

/** A unit as described by its files. */
export interface DiskUnit {
  name: string;
  fragmentPath: string;
  /** The unit this name is an alias of. */
  aliasOf?: string;
  masked: boolean;
  dropInPaths: string[];
  settings: UnitSettings;
  unitFileState: string;
}

/** The contents of the unit folders. */
interface UnitFolders {
  read: GapReader;
  /** Existing folders of the search path, with their names. */
  folders: { path: string; names: string[] }[];
  /**
   * Targets of links in .wants and .requires folders of the administrator, and the links' own
   * names.
   */
  enabled: { persistent: Set<string>; runtime: Set<string> };
}

/** Every unit with a file; throws when the machine has no unit folder. */
export function readDiskUnits(read: GapReader): DiskUnit[] {
  const { units, gaps } = once(read.host, findDiskUnits);
  read.report(...gaps);
  if (!units) throw new TableUnavailable("table_missing", "no systemd unit folder found");
  return units;
}

/** Several tables read the units. */
function findDiskUnits(host: Host): { units: DiskUnit[] | null; gaps: Gap[] } {
  const read = gapReader(host);
  return { units: readUnits(read), gaps: read.gaps };
}

function readUnits(read: GapReader): DiskUnit[] | null {
  const folders = readFolders(read);
  if (folders.length === 0) return null;
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

/** With a merged /usr, /lib is /usr/lib: the duplicate folder is skipped. */
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
export const templateOf = (name: string) => name.replace(/@[^.]*(?=\.)/, "@");

function enabledNames(read: GapReader, folder: string): Set<string> {
  const names = new Set<string>();
  for (const entry of read.list(folder)) {
    if (/\.(wants|requires|upholds)$/.test(entry))
      for (const name of read.list(`${folder}/${entry}`)) names.add(name).add(templateOf(name));
    const target = linkTarget(read.host, `${folder}/${entry}`);
    // A link with another name is an alias from enabling; with the same name a linked unit.
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

/** A dangling link is left over from a removed unit. */
function readFragment(read: GapReader, path: string): string | undefined {
  return read.attempt(path, () =>
    read.host.stat(path).isFile() ? read.host.read(path) : undefined,
  );
}

/** The unit file state, see is-enabled in systemctl(1). */
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
 * Drop-ins of a unit: from NAME.d, for an instance its template's folder, for "a-b.service" that of
 * "a-.service", and its type's ("service.d"). Each file name counts once, in name order.
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
