import type { Stats } from "node:fs";
import { dirname } from "node:path/posix";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import type { LogrotateDirective, LogrotateEntry } from "./logrotate-conf.ts";

const periods = new Set("hourly daily weekly monthly yearly".split(" "));

/** Directives with which a log that is there is surely rotated once its period is over. */
const plain = new Set(
  `missingok nomissingok ifempty notifempty compress nocompress delaycompress nocreate copytruncate
  nocopytruncate sharedscripts nosharedscripts dateext nodateext tabooext nomail`.split(/\s+/),
);

/** What keeps the logs of an entry from being rotated, or has to happen first. */
export function awaitedRotation(
  read: GapReader,
  { logs, directives }: LogrotateEntry,
): { barred: string | null; awaits: string | null } {
  const names = directives.map(({ name }) => name);
  const found = logs.flatMap((pattern) => expandGlob(read, pattern));
  const files = found.flatMap((path) => {
    const stats = statOf(read, path);
    return stats?.isFile() && stats.nlink < 2 ? [{ path, size: stats.size }] : [];
  });
  const isOpen = ({ path }: { path: string }) => hasOpenFolder(read, path);
  const kept = names.includes("su") ? [] : files.filter(isOpen);
  if (files.length > 0 && kept.length === files.length)
    return {
      barred: `logrotate passes over ${files[0]!.path}: others than root can write its folder`,
      awaits: null,
    };
  const mayBeEmpty = names.findLast((name) => /ifempty$/.test(name)) !== "notifempty";
  const size = sizeOf(directives);
  const isDue = ({ size: now }: { size: number }) =>
    size === undefined ? names.some((name) => periods.has(name)) : now > size;
  const isSure =
    directives.every((one) => isPlain(read, one)) &&
    files.some((file) => !kept.includes(file) && isDue(file) && (mayBeEmpty || file.size > 0));
  return { barred: null, awaits: isSure ? null : `logrotate rotates ${logs.join(" ")}` };
}

const units: Record<string, number> = { "": 1, k: 1 << 10, m: 1 << 20, g: 1 << 30 };

/** From which size on a log is rotated, whatever its period; undefined: by its period. */
function sizeOf(directives: LogrotateDirective[]): number | undefined {
  const last = directives.findLast(({ name }) => name === "size" || periods.has(name));
  const [, digits, unit = ""] = /^(\d+)([kMG]?)$/.exec(last?.value ?? "") ?? [];
  return last?.name !== "size" || digits === undefined
    ? undefined
    : Number(digits) * units[unit.toLowerCase()]!;
}

/** A value that is wrong makes logrotate pass over the file; another account may not be able to rotate. */
function isPlain(read: GapReader, { name, value }: LogrotateDirective): boolean {
  if (name === "rotate") return /^\d+$/.test(value);
  if (name === "size") return /^\d+[kMG]?$/.test(value);
  if (name === "su") return /^root\s/.test(value);
  if (name !== "create") return periods.has(name) || plain.has(name);
  const [, owner, group] = /^(?:0?[0-7]{3})?(?:(?:^|\s+)([\w-]+)\s+([\w-]+))?$/.exec(value) ?? [];
  if (owner === undefined || group === undefined) return /^(?:0?[0-7]{3})?$/.test(value);
  return isNamedIn(read, "/etc/passwd", owner) && isNamedIn(read, "/etc/group", group);
}

const isNamedIn = (read: GapReader, path: string, name: string): boolean =>
  read.lines(path).some((line) => line.startsWith(`${name}:`));

function statOf({ host }: GapReader, path: string): Stats | undefined {
  try {
    return host.lstat(path);
  } catch {
    return undefined;
  }
}

/** logrotate passes over logs in folders that everybody or a group besides root's can write. */
function hasOpenFolder({ host }: GapReader, path: string): boolean {
  try {
    const { mode, gid } = host.stat(dirname(path));
    return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0);
  } catch {
    return false;
  }
}
