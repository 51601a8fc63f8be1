import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { readOptional, readRequired } from "../../host/read-optional.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { bootTimeOf } from "../../processes/proc/clock.ts";
import { collectUptime } from "./darwin.ts";
import { collectUptime as collectWindows } from "./windows.ts";

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
