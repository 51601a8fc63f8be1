import type { Host } from "../../host/port.ts";
import { readRequired } from "../../host/read-required.ts";

/** What /proc/mdstat says about software RAID. */
export interface MdStat {
  /** The RAID levels that the kernel has loaded: "raid1". */
  personalities: string[];
  devices: MdDevice[];
  unused: string;
}

export interface MdDevice {
  name: string;
  /** "active", "inactive". */
  status: string;
  /** In KiB. */
  size: number | null;
  /** What else the second line says: "super 1.2". */
  other: string;
  /** Lines below: a bitmap, or something that is under way. */
  details: string[];
}

export const readMdStat = (host: Host): MdStat => parseMdStat(readRequired(host, "/proc/mdstat"));

export function parseMdStat(text: string): MdStat {
  const stat: MdStat = { personalities: [], devices: [], unused: "" };
  for (const line of text.split("\n")) {
    const [, head = "", rest = ""] = /^(\S.*?) ?: ?(.*)$/.exec(line) ?? [];
    const device = stat.devices.at(-1);
    if (head === "Personalities") stat.personalities = rest.match(/(?<=\[)[^\]]+/g) ?? [];
    else if (head === "unused devices") stat.unused = rest.trim();
    else if (head.startsWith("md")) stat.devices.push(newDevice(head, rest));
    else if (device && line.trim() !== "") addLine(device, line.trim());
  }
  return stat;
}

const newDevice = (name: string, rest: string): MdDevice => ({
  name,
  status: rest.split(" ")[0]!,
  size: null,
  other: "",
  details: [],
});

/** "1046528 blocks super 1.2 [2/1] [U_]", then lines of what is under way. */
function addLine(device: MdDevice, line: string): void {
  const [, size, other = ""] = /^(\d+) blocks ?(.*?)(?: \[\d+\/\d+\] \[\w+\])?$/.exec(line) ?? [];
  if (size === undefined) device.details.push(line);
  else Object.assign(device, { size: Number(size), other });
}
