import { gapOf, isAbsent, unavailableFor } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { readInstalledNames } from "./modules/installed-modules.ts";

/**
 * One row per loaded kernel module, from /proc/modules, with its taint flags. `installed` is 0 for one
 * whose name is not in the list of the running kernel's modules, and NULL without that list (in a
 * container, or after the kernel's package was removed).
 */
export const kernelModules: CollectedTable = {
  name: "kernel_modules",
  description: "Loaded kernel modules, and whether they are signed.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    size: "BIGINT",
    used_by: "TEXT",
    status: "TEXT",
    address: "TEXT",
    taint: "TEXT",
    signed: "INTEGER",
    installed: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const checked = host.exists("/sys/module/module/parameters/sig_enforce");
    const names = readInstalledNames(read.forColumns(["installed"]));
    const rows = parseModules(readModules(host)).map((row) => {
      const taint = readTaint(read, row.name);
      const installed = names ? Number(names.has(row.name)) : null;
      return { ...row, taint, signed: checked ? signedBy(taint) : null, installed };
    });
    return { rows, gaps: read.gaps };
  },
};

/** A kernel without module support has no /proc/modules. */
function readModules(host: Host): string {
  try {
    return host.read("/proc/modules");
  } catch (error) {
    if (isAbsent(error) && host.exists("/proc/version")) return "";
    throw unavailableFor(gapOf(error, "/proc/modules"));
  }
}

/** Taint flags: O out of tree, P proprietary, E unsigned, F forced. */
function readTaint(read: GapReader, name: string): string | null {
  const path = `/sys/module/${name}/taint`;
  return read.attempt(path, () => read.host.read(path).trim()) ?? null;
}

/** Only a kernel that checks signatures marks unsigned modules. */
function signedBy(taint: string | null): Row[string] {
  if (taint === null) return null;
  return taint.includes("E") ? 0 : 1;
}

/**
 * Line format: name size refcount users state address; users are "-" or a comma-separated list with
 * a trailing comma.
 */
export function parseModules(text: string) {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [name = "", size, , users, status, address] = line.split(" ");
      return { name, size: Number(size), used_by: users?.replace(/,$/, ""), status, address };
    });
}
