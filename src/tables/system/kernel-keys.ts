import { readRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";

/** One row per key that the agent may see. */
export const kernelKeys: CollectedTable = {
  name: "kernel_keys",
  description: "Keys and keyrings of the kernel that the agent may see.",
  platforms: ["linux"],
  columns: linuxColumns("kernel_keys"),
  collect: (host) => ({ rows: parseKeys(readRequired(host, "/proc/keys")), gaps: [] }),
};

/** "1f0a3d6e I--Q---     2 perm 3f030000  1000  1000 keyring   _uid.1000: 1", as proc(5) says. */
export function parseKeys(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [serial_number, flags, usage, timeout, permissions, uid, gid, type, ...description] = line
      .trim()
      .split(/\s+/);
    if (type === undefined) return [];
    return [
      {
        serial_number,
        flags,
        usage: Number(usage),
        timeout,
        permissions,
        uid: Number(uid),
        gid: Number(gid),
        type,
        description: description.join(" "),
      },
    ];
  });
}
