import type { GapReader } from "../host/gap-reader.ts";

/** Of files with the same name the first folder's wins (sysctl.d(5)). */
const folders = [
  "/etc/sysctl.d",
  "/run/sysctl.d",
  "/usr/local/lib/sysctl.d",
  "/usr/lib/sysctl.d",
  "/lib/sysctl.d",
];

/**
 * Settings for the next boot, by dotted name; /etc/sysctl.conf comes last, as in `sysctl --system`.
 */
export function readSysctlConfig(read: GapReader): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of folders)
    for (const name of read.list(folder))
      if (name.endsWith(".conf") && !files.has(name)) files.set(name, `${folder}/${name}`);
  const ordered = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
  const settings = new Map<string, string>();
  for (const path of [...ordered, "/etc/sysctl.conf"])
    for (const [name, value] of parseSysctlConfig(read.text(path) ?? "")) settings.set(name, value);
  return settings;
}

/**
 * The value that will be set: by exact name, else by the last matching pattern
 * ("net.ipv4.conf.*.rp_filter").
 */
export function configuredValue(settings: Map<string, string>, name: string): string | undefined {
  const exact = settings.get(name);
  if (exact !== undefined) return exact;
  return [...settings].findLast(([pattern]) => pattern.includes("*") && fits(pattern, name))?.[1];
}

/** A star matches within one part of the name. */
function fits(pattern: string, name: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^.]*")}$`).test(name);
}

/**
 * "name = value"; "-" before a name ignores errors; if the first separator is a slash, slashes
 * separate the parts.
 */
export function parseSysctlConfig(text: string): [name: string, value: string][] {
  return text.split("\n").flatMap((line) => {
    const match = /^\s*-?([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line);
    return match ? [[dottedName(match[1]!), match[2]!] as [string, string]] : [];
  });
}

/** "net/ipv4/conf/eth0.100/rp_filter" and "net.ipv4.conf.eth0/100.rp_filter" are the same. */
function dottedName(name: string): string {
  if (name.search(/[./]/) < 0 || name[name.search(/[./]/)] === ".") return name;
  return name.replace(/[./]/g, (separator) => (separator === "/" ? "." : "/"));
}
