import { gapOf } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";

/** The machine's architecture, as `uname -m` prints it; the file exists since Linux 6.1. */
export async function readArchitecture(read: GapReader): Promise<string | null> {
  try {
    if (read.host.exists("/proc/sys/kernel/arch"))
      return read.host.read("/proc/sys/kernel/arch").trim();
    return (await read.host.run("uname", ["-m"])).stdout.trim() || null;
  } catch (error) {
    read.report(gapOf(error, "architecture"));
    return null;
  }
}
