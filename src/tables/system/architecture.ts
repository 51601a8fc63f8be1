import type { Gap } from "../host/gap.ts";
import { gapOf } from "../host/gap.ts";
import type { Host } from "../host/port.ts";

/** The machine's architecture as `uname -m` names it; the file is there from Linux 6.1 on. */
export async function readArchitecture(host: Host, gaps: Gap[]): Promise<string | null> {
  try {
    if (host.exists("/proc/sys/kernel/arch")) return host.read("/proc/sys/kernel/arch").trim();
    return (await host.run("uname", ["-m"])).stdout.trim() || null;
  } catch (error) {
    gaps.push(gapOf(error, "architecture"));
    return null;
  }
}
