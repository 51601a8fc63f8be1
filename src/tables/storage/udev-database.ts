import type { GapReader } from "../host/gap-reader.ts";

/** udev's properties of a block device ("8:0"): ID_SERIAL_SHORT, ID_FS_UUID, ID_FS_TYPE… */
export function readUdevProperties(read: GapReader, device: string): Map<string, string> {
  const properties = new Map<string, string>();
  for (const line of read.lines(`/run/udev/data/b${device}`)) {
    const match = /^E:([^=]+)=(.*)$/.exec(line);
    if (match) properties.set(match[1]!, match[2]!);
  }
  return properties;
}

/** The device file of a name in /sys/class/block, where "!" stands for a slash ("cciss!c0d0"). */
export const deviceNode = (name: string) => `/dev/${name.replaceAll("!", "/")}`;
