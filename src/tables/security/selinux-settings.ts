import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseAssignments } from "../parsers/key-values.ts";

const root = "/sys/fs/selinux";
const keys = ["checkreqprot", "deny_unknown", "enforce", "mls", "policyvers", "reject_unknown"];

/**
 * One row per SELinux setting, of the kernel and of /etc/selinux/config; `mode` is the kernel's in
 * every row.
 */
export const selinuxSettings: CollectedTable = {
  name: "selinux_settings",
  description:
    "SELinux settings and booleans of the kernel, and those configured for the next boot.",
  platforms: ["linux"],
  columns: { scope: "TEXT", key: "TEXT", value: "TEXT", mode: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const kernel = readKernel(read);
    const mode = modeOf(kernel, read);
    const rows = [...kernel, ...readBooleans(read), ...readConfig(read)];
    return { rows: rows.map((row) => ({ ...row, mode })), gaps: read.gaps };
  },
};

/** Unknown when the kernel's state can't be read; when it is absent, SELinux is off. */
function modeOf(kernel: Row[], read: GapReader): string | null {
  const enforce = kernel.find(({ key }) => key === "enforce");
  if (enforce) return enforce.value === "1" ? "enforcing" : "permissive";
  return read.gaps.length > 0 ? null : "disabled";
}

function readKernel(read: GapReader): Row[] {
  return keys.flatMap((key) => {
    const value = read.text(`${root}/${key}`)?.trim();
    return value === undefined ? [] : [{ scope: "", key, value }];
  });
}

/** "1 1": the current value and the pending one. */
function readBooleans(read: GapReader): Row[] {
  return read.list(`${root}/booleans`).flatMap((key) => {
    const text = read.text(`${root}/booleans/${key}`);
    return text === undefined ? [] : [{ scope: "booleans", key, value: text.split(" ")[0]! }];
  });
}

function readConfig(read: GapReader): Row[] {
  const text = read.text("/etc/selinux/config") ?? "";
  return [...parseAssignments(text)].map(([key, value]) => ({ scope: "config", key, value }));
}
