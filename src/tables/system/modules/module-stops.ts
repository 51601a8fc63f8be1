import type { GapReader } from "../../host/gap-reader.ts";
import { globToRegExp } from "../../host/glob.ts";
import { type ModuleRule, parseModprobeConfig } from "./modprobe-config.ts";

/** A setting that keeps modules from being loaded for a device. */
export interface ModuleStop {
  source: string;
  covers(module: string): boolean;
  /** It also stops a module that another one needs. */
  isForNeeded: boolean;
  /** False: what a program does that is run instead of loading the module is not known. */
  isCertain: boolean;
}

const everyModule = { covers: () => true, isForNeeded: true, isCertain: true };

/** Of files with one name, the first folder's counts; all are read in the order of their names. */
const folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"];

/** A line of modprobe's configuration, and its file. */
export type ConfiguredRule = ModuleRule & { path: string };

/** The configuration of modprobe, in its order. */
export const readModuleRules = (read: GapReader): ConfiguredRule[] =>
  configFiles(read).flatMap((path) =>
    parseModprobeConfig(read.text(path) ?? "").map((rule) => ({ ...rule, path })),
  );

/** What modprobe.d(5), the kernel's arguments and modules_disabled stop. */
export function readModuleStops(read: GapReader, rules = readModuleRules(read)): ModuleStop[] {
  return [...kernelStops(read), ...configuredStops(read, rules)];
}

function kernelStops(read: GapReader): ModuleStop[] {
  const isDisabled = read.text("/proc/sys/kernel/modules_disabled")?.trim() === "1";
  const stops: ModuleStop[] = [];
  if (isDisabled) stops.push({ ...everyModule, source: "/proc/sys/kernel/modules_disabled" });
  for (const word of (read.text("/proc/cmdline") ?? "").trim().split(/\s+/)) {
    const [, key, names = ""] = /^(module_blacklist|modprobe\.blacklist)=(.*)$/.exec(word) ?? [];
    if (!key) continue;
    // Unlike a file's, these names are compared as they are.
    const named = names.split(",");
    const covers = (module: string) => named.includes(module);
    const isForNeeded = key === "module_blacklist";
    stops.push({ source: "/proc/cmdline", covers, isForNeeded, isCertain: true });
  }
  return stops;
}

function configuredStops(read: GapReader, rules: ConfiguredRule[]): ModuleStop[] {
  const stops: ModuleStop[] = [];
  const installs = rules.filter((rule) => rule.type === "install");
  for (const rule of rules) {
    const source = `${rule.path}:${rule.line}`;
    if (rule.type === "blacklist") {
      const covers = (module: string) => module === rule.module;
      stops.push({ source, covers, isForNeeded: false, isCertain: true });
      continue;
    }
    if (rule.type === "alias") continue;
    const effect = effectOf(read, rule.command);
    if (effect === "loads") continue;
    // The first line that names the module counts.
    const covers = (module: string) =>
      installs.find((one) => globToRegExp(one.module).test(module)) === rule;
    stops.push({ source, covers, isForNeeded: true, isCertain: effect === "nothing" });
  }
  return stops;
}

function configFiles(read: GapReader): string[] {
  const byName = new Map<string, string>();
  for (const folder of folders.map((parent) => `${parent}/modprobe.d`))
    for (const name of read.list(folder))
      if (/^[^.].*\.(conf|alias)$/.test(name) && !byName.has(name))
        byName.set(name, `${folder}/${name}`);
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
}

/** What is run instead of loading the module usually does nothing, or loads it after something else. */
export function effectOf(read: GapReader, command: string): "nothing" | "loads" | "unknown" {
  if (/\b(modprobe|insmod|kmod)\b/.test(command)) return "loads";
  const [program = ""] = command.split(/\s+/);
  if (/^(\/(usr\/)?bin\/)?(false|true|:|exit|echo|logger)$/.test(program)) return "nothing";
  return program.startsWith("/") && !read.host.exists(program) ? "nothing" : "unknown";
}
