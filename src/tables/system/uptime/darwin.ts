import { TableUnavailable } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { requiredOutput } from "../../host/tool-output.ts";
import type { Collected } from "../../model/table.ts";

/** Seconds since boot by the wall clock, including sleep. */
export async function collectDarwin(host: Host): Promise<Collected> {
  const boot = parseBootTime(await requiredOutput(host, "sysctl", ["-n", "kern.boottime"]));
  if (boot === undefined) throw new TableUnavailable("error", "sysctl: no boot time in its output");
  const total = Math.max(0, Math.floor(host.now() / 1000) - boot);
  const row = {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    total_seconds: total,
    boot_time: boot,
  };
  return { rows: [row], gaps: [] };
}

/** "{ sec = 1700000000, usec = 123456 } Tue Nov 14 22:13:20 2023" */
export function parseBootTime(text: string): number | undefined {
  const seconds = /\bsec = (\d{1,12}),/.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
