import { gapOf, isAbsent, TableUnavailable } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { walkFiles } from "../host/walk-files.ts";
import type { CollectedTable } from "../model/table.ts";
import { configuredValue, readSysctlConfig } from "./sysctl-config.ts";

const root = "/proc/sys";
const maxValueBytes = 4096;
const limits = { maxEntries: 100_000, maxMs: 5_000 };
const ownerWriteOnly = 0o444;

/** One kernel setting a row, with the value that the configuration files will set at the next start. */
export const systemControls: CollectedTable = {
  name: "system_controls",
  description: "Kernel settings (sysctl), as they are and as they are configured.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    oid: "TEXT",
    subsystem: "TEXT",
    current_value: "TEXT",
    config_value: "TEXT",
    type: "TEXT",
  },
  collect(host) {
    if (!host.exists(root)) throw new TableUnavailable("table_missing", `${root}: not there`);
    const read = gapReader(host);
    const configured = readSysctlConfig(read);
    const rows = listControls(read).flatMap((path) => {
      const name = controlName(path);
      const value = readValue(read, path);
      if (value === undefined) return [];
      const subsystem = name.split(".")[0]!;
      return [
        {
          name,
          oid: "",
          subsystem,
          current_value: value,
          config_value: configuredValue(configured, name) ?? "",
          type: "string",
        },
      ];
    });
    return { rows, gaps: read.gaps };
  },
};

function listControls(read: GapReader): string[] {
  const walk = {
    root,
    limits: { maxEntries: limits.maxEntries, deadlineMs: read.host.now() + limits.maxMs },
    skip: () => false,
  };
  const files = [...walkFiles(read, walk)].filter(({ entry }) => entry.isFile());
  return files.map(({ path }) => path).sort();
}

/** Dots part a sysctl's name, so a dot in a folder's name (an interface eth0.100) is written as a slash. */
function controlName(path: string): string {
  return path
    .slice(root.length + 1)
    .replace(/[./]/g, (separator) => (separator === "/" ? "." : "/"));
}

/** Some are there to be written alone, and some fail to be read (EIO, EINVAL) where their device is idle: no value. */
function readValue(read: GapReader, path: string): string | undefined {
  try {
    if ((read.host.lstat(path).mode & ownerWriteOnly) === 0) return undefined;
    return read.host.read(path, maxValueBytes).trimEnd();
  } catch (error) {
    const gap = gapOf(error, path);
    if (gap.reason === "denied") read.report(gap);
    else if (!isAbsent(error)) return "";
    return undefined;
  }
}
