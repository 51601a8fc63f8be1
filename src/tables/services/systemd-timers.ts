import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { lastOf, type UnitSettings, withNameSpecifiers } from "../parsers/systemd-unit-file.ts";
import { parseTimestamp, type ShownUnit } from "./systemd/show.ts";
import { unitsOfType } from "./systemd/units-of-type.ts";
import type { DiskUnit } from "./systemd/units-on-disk.ts";

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
    const rows = (await unitsOfType(read, ".timer")).map(({ disk, shown, state }) => ({
      ...describeTimer(host, disk),
      ...state,
      ...(shown && shownRuns(shown)),
    }));
    return { rows, gaps: read.gaps };
  },
};

function describeTimer(host: Host, { name, settings, unitFileState, fragmentPath }: DiskUnit): Row {
  return {
    name,
    unit:
      withNameSpecifiers(lastOf(settings, "Timer.Unit"), name) ||
      name.replace(/\.timer$/, ".service"),
    calendar: describeCalendar(settings),
    last_run: lastRun(host, name),
    enabled: /^enabled/.test(unitFileState) ? 1 : 0,
    fragment_path: fragmentPath,
  };
}

function shownRuns(unit: ShownUnit): Row {
  const last = parseTimestamp(unit.get("LastTriggerUSec")?.[0]);
  return {
    next_run: parseTimestamp(unit.get("NextElapseUSecRealtime")?.[0]),
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
