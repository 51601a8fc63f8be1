import { gapOf } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";

/** Properties of a unit from `systemctl show`; commands and files have several values. */
export type ShownUnit = Map<string, string[]>;

/** Settings whose commands run before or after those of ExecStart. */
export const otherCommands = [
  "ExecCondition",
  "ExecStartPre",
  "ExecStartPost",
  "ExecReload",
  "ExecStop",
  "ExecStopPost",
];

const properties = [
  "Id",
  "Description",
  "LoadState",
  "ActiveState",
  "SubState",
  "UnitFileState",
  "Following",
  "Job",
  "FragmentPath",
  "SourcePath",
  "DropInPaths",
  "User",
  "DynamicUser",
  "ExecStart",
  ...otherCommands,
  "EnvironmentFiles",
  "MainPID",
  "ExecMainStartTimestamp",
  "NRestarts",
  "Unit",
  "TimersCalendar",
  "TimersMonotonic",
  "NextElapseUSecRealtime",
  "LastTriggerUSec",
];

/** Columns of systemd_units and systemd_timers that need a running systemd. */
const stateColumns = [
  "active_state",
  "sub_state",
  "job_id",
  "job_type",
  "job_path",
  "main_pid",
  "start_time",
  "restart_count",
  "next_run",
  "last_run",
];

/** Every loaded unit of a running systemd; undefined and a gap when it isn't running or fails. */
export async function showUnits(read: GapReader): Promise<ShownUnit[] | undefined> {
  if (!read.host.exists("/run/systemd/system")) {
    read.forColumns(stateColumns).report({
      reason: "table_missing",
      detail: "systemd is not running: only unit files were read",
    });
    return undefined;
  }
  try {
    const args = ["show", "--all", "--no-pager", `--property=${properties.join(",")}`, "*"];
    const { stdout, exitCode } = await read.host.run("systemctl", args);
    if (exitCode === 0) return parseShow(stdout);
    read.report({ reason: "error", detail: `systemctl show exited with code ${exitCode}` });
  } catch (error) {
    read.report(gapOf(error, "systemctl"));
  }
  return undefined;
}

/** Blocks of key=value lines separated by empty lines; keys repeat for several values. */
export function parseShow(text: string): ShownUnit[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const unit: ShownUnit = new Map();
    for (const line of block.split("\n")) {
      const equals = line.indexOf("=");
      if (equals < 1) continue;
      const key = line.slice(0, equals);
      unit.set(key, [...(unit.get(key) ?? []), line.slice(equals + 1)]);
    }
    return unit.get("Id")?.[0] ? [unit] : [];
  });
}

/** "Fri 2026-11-20 22:21:27 UTC" (tools run in UTC) as epoch seconds; "n/a" and empty are never. */
export function parseTimestamp(text = ""): number | null {
  const match = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text);
  return match ? Date.parse(`${match[1]}T${match[2]}Z`) / 1000 : null;
}

/** "{ path=/usr/sbin/cron ; argv[]=/usr/sbin/cron -f ; ignore_errors=no ; … }" */
export function parseShownCommand(text: string): { path: string; command: string } | undefined {
  const match = /^\{ path=(.*?) ; argv\[\]=(.*?) ; (?:ignore_errors|flags)=/.exec(text);
  return match ? { path: match[1]!, command: match[2]! } : undefined;
}
