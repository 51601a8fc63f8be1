import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { listOptional, readOptional } from "../host/read-optional.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseAssignments } from "../parsers/key-values.ts";

const root = "/sys/fs/selinux";
const keys = ["checkreqprot", "deny_unknown", "enforce", "mls", "policyvers", "reject_unknown"];

/** One SELinux setting a row, of the kernel and of /etc/selinux/config; `mode` is the kernel's in every row. */
export const selinuxSettings: CollectedTable = {
  name: "selinux_settings",
  description:
    "SELinux: the kernel's settings and booleans, and those configured for the next start.",
  platforms: ["linux"],
  columns: { scope: "TEXT", key: "TEXT", value: "TEXT", mode: "TEXT" },
  collect(host) {
    const gaps: Gap[] = [];
    const kernel = readKernel(host, gaps);
    const mode = modeOf(kernel, gaps);
    const rows = [...kernel, ...readBooleans(host, gaps), ...readConfig(host, gaps)];
    return { rows: rows.map((row) => ({ ...row, mode })), gaps };
  },
};

/** Unknown when the kernel's own state is closed to us; without that state SELinux is off. */
function modeOf(kernel: Row[], gaps: Gap[]): string | null {
  const enforce = kernel.find(({ key }) => key === "enforce");
  if (enforce) return enforce.value === "1" ? "enforcing" : "permissive";
  return gaps.length > 0 ? null : "disabled";
}

function readKernel(host: Host, gaps: Gap[]): Row[] {
  return keys.flatMap((key) => {
    const value = readOptional(host, `${root}/${key}`, gaps)?.trim();
    return value === undefined ? [] : [{ scope: "", key, value }];
  });
}

/** "1 1": the value in force and the one pending. */
function readBooleans(host: Host, gaps: Gap[]): Row[] {
  return listOptional(host, `${root}/booleans`, gaps).flatMap((key) => {
    const text = readOptional(host, `${root}/booleans/${key}`, gaps);
    return text === undefined ? [] : [{ scope: "booleans", key, value: text.split(" ")[0]! }];
  });
}

function readConfig(host: Host, gaps: Gap[]): Row[] {
  const text = readOptional(host, "/etc/selinux/config", gaps) ?? "";
  return [...parseAssignments(text)].map(([key, value]) => ({ scope: "config", key, value }));
}
