import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { readOptional } from "../host/read-optional.ts";

/** The properties udev keeps of a block device ("8:0"): ID_SERIAL_SHORT, ID_FS_UUID, ID_FS_TYPE… */
export function readUdevProperties(host: Host, device: string, gaps: Gap[]): Map<string, string> {
  const text = readOptional(host, `/run/udev/data/b${device}`, gaps) ?? "";
  const properties = new Map<string, string>();
  for (const line of text.split("\n")) {
    const match = /^E:([^=]+)=(.*)$/.exec(line);
    if (match) properties.set(match[1]!, match[2]!);
  }
  return properties;
}
