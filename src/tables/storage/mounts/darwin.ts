import { TableUnavailable } from "../../host/gap.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { requiredOutput } from "../../host/tool-output.ts";
import type { Collected, Row } from "../../model/table.ts";
import { describeSizes, sizeColumns } from "./sizes.ts";

/** A line of `mount`. */
export interface DarwinMount {
  device: string;
  path: string;
  type: string;
  flags: string;
}

/** Network file systems: calls block while their server is gone. */
const networkTypes = new Set([
  "nfs",
  "smbfs",
  "afpfs",
  "webdav",
  "ftp",
  "cifs",
  "macfuse",
  "osxfuse",
]);
/** File systems without a size; statfs on autofs would trigger a mount. */
const sizeless = new Set(["autofs", "devfs"]);

export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const { mounts, unread } = parseMount(await requiredOutput(host, "mount", []));
  if (mounts.length === 0) throw new TableUnavailable("error", "mount: no mounts in its output");
  if (unread > 0) read.report({ reason: "error", detail: `mount: ${unread} lines not understood` });
  const sizes = read.forColumns(sizeColumns);
  const rows = mounts.map((mount) => ({
    ...mount,
    device_alias: mount.device,
    ...sizesOf(host, mount),
  }));
  return { rows, gaps: read.gaps };

  function sizesOf(host: Host, { path, type }: DarwinMount): Row {
    if (sizeless.has(type)) return {};
    if (networkTypes.has(type)) {
      sizes.report({ reason: "policy", detail: `${path}: ${type} may hang, size not read` });
      return {};
    }
    return sizes.attempt(path, () => describeSizes(host.statfs(path))) ?? {};
  }
}

/**
 * "/dev/disk3s1s1 on / (apfs, sealed, local, read-only)". A volume's name may contain anything,
 * even " on /" and " (": the device ends at the first " on /", the flags start at the last " (".
 */
export function parseMount(text: string): { mounts: DarwinMount[]; unread: number } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const mounts = lines.flatMap((line) => {
    const on = line.indexOf(" on /");
    const open = line.lastIndexOf(" (");
    if (on < 1 || open < on + 4 || !line.endsWith(")")) return [];
    const [type = "", ...flags] = line.slice(open + 2, -1).split(", ");
    const path = line.slice(on + 4, open);
    return [{ device: line.slice(0, on), path, type, flags: flags.join(",") }];
  });
  return { mounts, unread: lines.length - mounts.length };
}
