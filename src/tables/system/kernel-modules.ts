import { gapOf, isAbsent, unavailableFor } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** One loaded kernel module a row, from /proc/modules, with the kernel's own doubts about it. */
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
  },
  collect(host) {
    const read = gapReader(host);
    const checked = host.exists("/sys/module/module/parameters/sig_enforce");
    const rows = parseModules(readModules(host)).map((row) => {
      const taint = readTaint(read, row.name);
      return { ...row, taint, signed: checked ? signedBy(taint) : null };
    });
    return { rows, gaps: read.gaps };
  },
};

/** A kernel built without modules has no /proc/modules, and so no module. */
function readModules(host: Host): string {
  try {
    return host.read("/proc/modules");
  } catch (error) {
    if (isAbsent(error) && host.exists("/proc/version")) return "";
    throw unavailableFor(gapOf(error, "/proc/modules"));
  }
}

/** Letters of doubt: O out of tree, P proprietary, E unsigned, F forced. */
function readTaint(read: GapReader, name: string): string | null {
  const path = `/sys/module/${name}/taint`;
  return read.attempt(path, () => read.host.read(path).trim()) ?? null;
}

/** Only a kernel that checks signatures marks the modules that lack one. */
function signedBy(taint: string | null): Row[string] {
  if (taint === null) return null;
  return taint.includes("E") ? 0 : 1;
}

/** A line: name size refcount users state address, users being "-" or a comma-separated list with a comma at its end. */
export function parseModules(text: string) {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [name = "", size, , users, status, address] = line.split(" ");
      return { name, size: Number(size), used_by: users?.replace(/,$/, ""), status, address };
    });
}
