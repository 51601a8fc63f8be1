import { basename } from "node:path/posix";
import type { GapReader } from "../../host/gap-reader.ts";
import { readRequired } from "../../host/read-required.ts";
import { moduleName } from "./modprobe-config.ts";
import type { ModuleStop } from "./module-stops.ts";

export type ModuleStatus = "loaded" | "builtin" | "loadable" | "absent";

/** The modules of the running kernel. */
export interface InstalledModules {
  statusOf(name: string): ModuleStatus;
  /** Whether a module is, or needs, the other one. */
  provides(name: string, other: string): boolean;
  /** The setting that keeps a module, or one that it needs, from being loaded. */
  stopOf(name: string, stops: ModuleStop[]): ModuleStop | undefined;
}

/** /lib/modules of the running kernel. */
export const modulesFolder = (read: GapReader) =>
  `/lib/modules/${readRequired(read.host, "/proc/sys/kernel/osrelease").trim()}`;

export function readInstalledModules(read: GapReader): InstalledModules {
  const folder = modulesFolder(read);
  const loaded = new Set(read.lines("/proc/modules").map((line) => line.split(" ")[0]!));
  const builtin = new Set(read.lines(`${folder}/modules.builtin`).map(nameOfFile));
  const needs = new Map(
    read.lines(`${folder}/modules.dep`).map((line) => {
      const [file = "", others = ""] = line.split(":");
      return [nameOfFile(file), others.split(" ").filter(Boolean).map(nameOfFile)];
    }),
  );
  return {
    statusOf(name) {
      if (loaded.has(name)) return "loaded";
      if (builtin.has(name)) return "builtin";
      return needs.has(name) ? "loadable" : "absent";
    },
    provides: (name, other) =>
      needs.has(name) && (name === other || needs.get(name)!.includes(other)),
    stopOf(name, stops) {
      const others = (needs.get(name) ?? []).filter((other) => !loaded.has(other));
      return decisive(stops, name, others);
    },
  };
}

/**
 * Names of the loadable modules that are installed for the running kernel; undefined without their list,
 * which may name none of the kernel's own once its package was removed.
 */
export function readInstalledNames(read: GapReader): ReadonlySet<string> | undefined {
  const release = read.text("/proc/sys/kernel/osrelease")?.trim();
  const list = release && read.text(`/lib/modules/${release}/modules.dep`);
  if (!list || !/^kernel\//m.test(list)) return undefined;
  return new Set(list.split("\n").map((line) => nameOfFile(line.split(":")[0]!)));
}

/** kernel/drivers/usb/storage/usb-storage.ko.xz */
const nameOfFile = (path: string) => moduleName(basename(path).replace(/\.ko(\.\w+)?$/, ""));

/** A blacklist counts for the module that is asked for, the rest also for those that it needs. */
function decisive(stops: ModuleStop[], name: string, needed: string[]): ModuleStop | undefined {
  const found = stops.filter(
    ({ covers, isForNeeded }) => covers(name) || (isForNeeded && needed.some(covers)),
  );
  return found.find(({ isCertain }) => isCertain) ?? found[0];
}
