import type { Gap } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { readClockState } from "./clock-state.ts";

/** The machine's clock in UTC, as in osquery, and whether it is synchronized. */
export const time: CollectedTable = {
  name: "time",
  description: "The machine's clock in UTC, its time zone, and whether it is synchronised.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    weekday: "TEXT",
    year: "INTEGER",
    month: "INTEGER",
    day: "INTEGER",
    hour: "INTEGER",
    minutes: "INTEGER",
    seconds: "INTEGER",
    timezone: "TEXT",
    local_timezone: "TEXT",
    unix_time: "INTEGER",
    timestamp: "TEXT",
    datetime: "TEXT",
    iso_8601: "TEXT",
    synchronised: "INTEGER",
    offset_seconds: "DOUBLE",
    ntp_server: "TEXT",
  },
  async collect(host) {
    const read = gapReader(host);
    const clock = describeTime(host.now());
    if (host.platform === "win32") return { rows: [clock], gaps: [unreadOnWindows] };
    const local_timezone = readTimeZone(read);
    return {
      rows: [{ ...clock, local_timezone, ...(await readClockState(read)) }],
      gaps: read.gaps,
    };
  },
};

const unreadOnWindows: Gap = {
  reason: "table_missing",
  detail: "time zone and clock synchronisation are not collected on Windows",
  columns: ["local_timezone", "synchronised", "offset_seconds", "ntp_server"],
};

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function describeTime(epochMs: number) {
  const date = new Date(epochMs);
  const iso = `${date.toISOString().slice(0, 19)}Z`;
  return {
    weekday: weekdays[date.getUTCDay()]!,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
    timezone: "UTC",
    unix_time: Math.floor(epochMs / 1000),
    timestamp: date.toUTCString().replace("GMT", "UTC"),
    datetime: iso,
    iso_8601: iso,
  };
}

/** The time zone that /etc/localtime links to; UTC without it (localtime(5)). */
function readTimeZone(read: GapReader): string {
  try {
    const zone = read.host.readlink("/etc/localtime").split("/zoneinfo/")[1];
    if (zone) return zone;
  } catch {
    // A copy instead of a link: Debian stores the name in /etc/timezone.
  }
  return read.text("/etc/timezone")?.trim() || "UTC";
}
