import { gapOf, isAbsent, TableUnavailable } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { walkFiles } from "../host/walk-files.ts";
import type { CollectedTable } from "../model/table.ts";
import { configuredValue, readSysctlConfig } from "./sysctl-config.ts";

const root = "/proc/sys";
const maxValueBytes = 4096;
const limits = { maxEntries: 100_000, maxMs: 5_000 };
const ownerWriteOnly = 0o444;

/** One row per kernel setting, with the value that configuration files set at the next boot. */
export const systemControls: CollectedTable = {
  name: "system_controls",
  description: "Kernel settings (sysctl): current and configured values.",
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
    if (!host.exists(root)) throw new TableUnavailable("table_missing", `${root}: not found`);
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

/**
 * Dots separate the parts of a sysctl name, so a dot in a folder name (interface eth0.100) is
 * written as a slash.
 */
function controlName(path: string): string {
  return path
    .slice(root.length + 1)
    .replace(/[./]/g, (separator) => (separator === "/" ? "." : "/"));
}

/**
 * Write-only settings, and settings of idle devices that fail to be read (EIO, EINVAL), have no
 * value.
 */
function readValue(read: GapReader, path: string): string | undefined {
  try {
    if ((read.host.lstat(path).mode & ownerWriteOnly) === 0) return undefined;
    return read.host.read(path, maxValueBytes).trimEnd();
  } catch (error) {
    const gap = gapOf(error, path);
    const values = [controlName(path)];
    if (gap.reason === "denied") read.report({ ...gap, rows: { column: "name", values } });
    else if (!isAbsent(error)) return "";
    return undefined;
  }
}
