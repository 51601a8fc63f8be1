import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { readOptional, readRequired } from "../../host/read-optional.ts";
import type { Collected } from "../../model/table.ts";
import { bootTimeOf } from "../../processes/proc/clock.ts";

export function collectLinux(host: Host): Collected {
  const gaps: Gap[] = [];
  const total = Math.floor(Number.parseFloat(readRequired(host, "/proc/uptime")));
  const boot = bootTimeOf(readOptional(host, "/proc/stat", gaps) ?? "") ?? null;
  return {
    rows: Number.isFinite(total) ? [{ ...splitSeconds(total), boot_time: boot }] : [],
    gaps,
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
