import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { CollectedTable, Row } from "../../model/table.ts";
import { readInstalledModules } from "./installed-modules.ts";
import { autoloadColumns } from "./module-row.ts";
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
    const modules = readInstalledModules(read);
    const stops = readModuleStops(read);
    const bus = readBusStop(read);
    const rows = drivers.map((name): Row => {
      const status = modules.statusOf(name);
      if (status === "absent") return { name, status, autoload: 0, stopped_by: null };
      const stop = bus ?? (status === "loadable" ? modules.stopOf(name, stops) : undefined);
      return { name, status, ...autoloadColumns(read, stop) };
    });
    return { rows, gaps: read.gaps };
  },
};

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
