import { byPlatform } from "./by-platform.ts";
import { collectUptime } from "./darwin/uptime.ts";
import type { Host } from "./host.ts";
import { bootTimeOf } from "./linux/proc-clock.ts";
import { readOptional, readRequired } from "./linux/read-optional.ts";
import type { Collected, CollectedTable, Gap } from "./table.ts";
import { collectUptime as collectWindows } from "./windows/uptime.ts";

/** The time since this machine started. */
export const uptime: CollectedTable = {
  name: "uptime",
  description: "How long the machine has been running, and since when.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    days: "INTEGER",
    hours: "INTEGER",
    minutes: "INTEGER",
    seconds: "INTEGER",
    total_seconds: "BIGINT",
    boot_time: "BIGINT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectUptime, win32: collectWindows }),
};

function collectLinux(host: Host): Collected {
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

/** Epoch seconds from the "btime" line of /proc/stat. */
