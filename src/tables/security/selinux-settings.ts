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
    const shown = readKernel(read);
    const isHidden = shown.length === 0 && read.gaps.length === 0 && isPolicyHidden(read);
    const kernel = isHidden ? hiddenRows(read) : shown;
    const mode = modeOf(kernel, read);
    const rows = [...kernel, ...readBooleans(read), ...readConfig(read)];
    return { rows: rows.map((row) => ({ ...row, mode })), gaps: read.gaps };
  },
};

/**
 * Without a policy SELinux decides nothing, whatever `enforce` says. Unknown when the kernel's state can't
 * be read; when it is absent, SELinux is off.
 */
function modeOf(kernel: Row[], read: GapReader): string | null {
  const enforce = kernel.find(({ key }) => key === "enforce");
  if (enforce && enforce.value !== null) {
    if (enforce.value !== "1") return "permissive";
    return hasPolicy(read) ? "enforcing" : "disabled";
  }
  return read.gaps.length > 0 ? null : "disabled";
}

/** The kernel lists the object classes of the policy that is loaded; kernels before 2.6.23 had no list. */
function hasPolicy(read: GapReader): boolean {
  const classes = read.attempt(`${root}/class`, () => read.host.list(`${root}/class`));
  return classes === undefined || classes.length > 0;
}

/** A policy labels every process with its context ("user:role:type"), also where its settings aren't visible. */
function isPolicyHidden(read: GapReader): boolean {
  if (!/\bselinuxfs$/m.test(read.text("/proc/filesystems") ?? "")) return false;
  return /^[^:\s]+:[^:\s]+:[^:\s]+/.test(read.text("/proc/self/attr/current") ?? "");
}

/** Whether a hidden policy is enforced is unknown, which is a row of its own: no row would mean no SELinux. */
function hiddenRows(read: GapReader): Row[] {
  read.report({
    reason: "table_missing",
    detail: `${root}: not mounted, though SELinux has a policy`,
  });
  return [{ scope: "", key: "enforce", value: null }];
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
