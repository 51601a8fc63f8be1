import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { readRequired } from "../../host/read-required.ts";
import type { Collected } from "../../model/table.ts";
import { bootTimeOf } from "../../processes/proc/clock.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const total = Math.floor(Number.parseFloat(readRequired(host, "/proc/uptime")));
  const boot = bootTimeOf(read.text("/proc/stat") ?? "") ?? null;
  return {
    rows: Number.isFinite(total) ? [{ ...splitSeconds(total), boot_time: boot }] : [],
    gaps: read.gaps,
  };
}

function splitSeconds(total: number) {
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    total_seconds: total,
  };
}
