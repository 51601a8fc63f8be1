import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { lastOf, type UnitSettings } from "../parsers/systemd-unit-file.ts";
import { parseTimestamp, type ShownUnit, showUnits } from "./systemd/show.ts";
import { type DiskUnit, readDiskUnits } from "./systemd/units-on-disk.ts";

/** One row per systemd timer: when it runs, what it starts, when it last ran. */
export const systemdTimers: CollectedTable = {
  name: "systemd_timers",
  description: "systemd timers: schedule, the unit they start, last and next run.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    unit: "TEXT",
    calendar: "TEXT",
    next_run: "BIGINT",
    last_run: "BIGINT",
    enabled: "INTEGER",
    active_state: "TEXT",
    /** "waiting" for its next run, "elapsed": there is none. */
    sub_state: "TEXT",
    fragment_path: "TEXT",
  },
  async collect(host) {
    const read = gapReader(host);
    const shown = await showUnits(read);
    const byName = new Map(shown?.map((unit) => [unit.get("Id")![0]!, unit]));
    const timers = readDiskUnits(read).filter(
      ({ name, aliasOf }) => name.endsWith(".timer") && !aliasOf,
    );
    const idle = shown ? { active_state: "inactive", sub_state: "dead" } : {};
    const rows = timers.map((timer) => {
      const unit = byName.get(timer.name);
      return { ...describeTimer(host, timer), ...(unit ? liveState(unit) : idle) };
    });
    return { rows, gaps: read.gaps };
  },
};

function describeTimer(host: Host, { name, settings, unitFileState, fragmentPath }: DiskUnit): Row {
  return {
    name,
    unit: lastOf(settings, "Timer.Unit") || name.replace(/\.timer$/, ".service"),
    calendar: describeCalendar(settings),
    last_run: lastRun(host, name),
    enabled: /^enabled/.test(unitFileState) ? 1 : 0,
    fragment_path: fragmentPath,
  };
}

function liveState(unit: ShownUnit): Row {
  const last = parseTimestamp(unit.get("LastTriggerUSec")?.[0]);
  return {
    next_run: parseTimestamp(unit.get("NextElapseUSecRealtime")?.[0]),
    active_state: unit.get("ActiveState")?.[0] ?? null,
    sub_state: unit.get("SubState")?.[0] ?? null,
    ...(last === null ? {} : { last_run: last }),
  };
}

/** Calendar events as written; time spans with the event they count from. */
function describeCalendar(settings: UnitSettings): string {
  const spans = [
    "OnActiveSec",
    "OnBootSec",
    "OnStartupSec",
    "OnUnitActiveSec",
    "OnUnitInactiveSec",
  ];
  const relative = spans.flatMap((key) =>
    (settings.get(`Timer.${key}`) ?? []).map((span) => `${key}=${span}`),
  );
  return [...(settings.get("Timer.OnCalendar") ?? []), ...relative].join("; ");
}

/** A persistent timer touches its stamp at each run. */
function lastRun(host: Host, name: string): number | null {
  try {
    return Math.floor(host.stat(`/var/lib/systemd/timers/stamp-${name}`).mtimeMs / 1000);
  } catch {
    return null;
  }
}
