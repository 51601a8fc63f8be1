import { basename } from "node:path/posix";
import type { Gap } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { readRequired } from "../../host/read-required.ts";
import type { CollectedTable, Row } from "../../model/table.ts";
import { moduleName } from "./modprobe-config.ts";
import { type ModuleStop, readModuleStops } from "./module-stops.ts";

const drivers = ["usb_storage", "uas"];

/**
 * One row per driver of USB mass storage. `status`: loaded, builtin, loadable or absent. `autoload`:
 * a device that is plugged in gets this driver; NULL where that depends on a program of the host.
 */
export const usbStorageDrivers: CollectedTable = {
  name: "usb_storage_drivers",
  description: "Drivers of USB mass storage, and whether a device that is plugged in gets them.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    status: "TEXT",
    autoload: "INTEGER",
    /** The file, with its line, that keeps the driver or its devices from working. */
    stopped_by: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const release = readRequired(host, "/proc/sys/kernel/osrelease").trim();
    const modules = readModules(read, `/lib/modules/${release}`);
    const stops = readModuleStops(read);
    const bus = readBusStop(read);
    const rows = drivers.map((name): Row => {
      const status = modules.statusOf(name);
      if (status === "absent") return { name, status, autoload: 0, stopped_by: null };
      const stop = bus ?? (status === "loadable" ? stopOf(name, modules, stops) : undefined);
      if (stop && !stop.isCertain) read.forColumns(["autoload"]).report(unknownEffect(stop));
      const autoload = stop ? (stop.isCertain ? 0 : null) : 1;
      return { name, status, autoload, stopped_by: stop?.source ?? null };
    });
    return { rows, gaps: read.gaps };
  },
};

const unknownEffect = ({ source }: ModuleStop): Gap => ({
  reason: "error",
  detail: `${source}: whether the program loads the driver is not known`,
});

interface Modules {
  statusOf(name: string): "loaded" | "builtin" | "loadable" | "absent";
  needsOf(name: string): string[];
}

function readModules(read: GapReader, folder: string): Modules {
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
    needsOf: (name) => (needs.get(name) ?? []).filter((other) => !loaded.has(other)),
  };
}

/** kernel/drivers/usb/storage/usb-storage.ko.xz */
const nameOfFile = (path: string) => moduleName(basename(path).replace(/\.ko(\.\w+)?$/, ""));

/** A blacklist counts for the driver that a device asks for, the rest also for what it needs. */
function stopOf(name: string, modules: Modules, stops: ModuleStop[]): ModuleStop | undefined {
  const needed = [name, ...modules.needsOf(name)];
  const found = stops.filter(
    ({ covers, isForNeeded }) => covers(name) || (isForNeeded && needed.some(covers)),
  );
  return found.find(({ isCertain }) => isCertain) ?? found[0];
}

/** Devices of a bus that authorizes none stay without a driver. */
function readBusStop(read: GapReader): ModuleStop | undefined {
  const paths = read
    .list("/sys/bus/usb/devices")
    .filter((name) => /^usb\d+$/.test(name))
    .map((name) => `/sys/bus/usb/devices/${name}/authorized_default`);
  const areClosed = paths.length > 0 && paths.every((path) => read.text(path)?.trim() === "0");
  if (!areClosed) return undefined;
  return { source: paths[0]!, isCertain: true, isForNeeded: true, covers: () => true };
}
