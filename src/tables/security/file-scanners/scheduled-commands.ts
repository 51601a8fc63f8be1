import { lineRuns } from "../../commands/command-runs.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { findCronDaemon } from "../../permissions/path-permissions/targets/cron/cron-daemon.ts";
import type { Program } from "../../processes/root-programs.ts";
import { collectLinux as collectCrontab } from "../../services/crontab/linux.ts";
import { readDiskUnits } from "../../services/systemd/units-on-disk.ts";

/** A command that cron, anacron or systemd starts again and again. */
export interface ScheduledCommand {
  /** The command line, and the lines of a shell script that it runs, without comments. */
  lines: string[];
  /** The crontab, script or timer. */
  source: string;
}

const folders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

export const scheduledCommands = (read: GapReader, programs: Program[]): ScheduledCommand[] => [
  ...cronCommands(read),
  ...timerCommands(read, programs),
];

function cronCommands(read: GapReader): ScheduledCommand[] {
  const daemon = findCronDaemon(read);
  const { rows, gaps } = collectCrontab(read.host);
  read.report(...gaps);
  return rows.flatMap(({ path, job_command, command, event, enabled }) => {
    const isPeriodic = /^\/etc\/cron\.(hourly|daily|weekly|monthly)\//.test(String(path));
    const runs = isPeriodic ? daemon.periods : daemon.tables;
    if (runs === 0 || enabled === 0 || event === "@reboot") return [];
    return [{ lines: linesOf(read, String(job_command ?? command)), source: String(path) }];
  });
}

function timerCommands(read: GapReader, programs: Program[]): ScheduledCommand[] {
  if (!programs.some(({ pid, name }) => pid === 1 && name === "systemd")) return [];
  const units = new Map(readDiskUnits(read).map((unit) => [unit.name, unit]));
  const timers = [...units.values()].filter(
    ({ name, unitFileState }) => name.endsWith(".timer") && /^enabled/.test(unitFileState),
  );
  return timers.flatMap(({ name, settings }) => {
    const started = settings.get("Timer.Unit")?.at(-1) ?? name.replace(/timer$/, "service");
    const commands = units.get(started)?.settings.get("Service.ExecStart") ?? [];
    return commands.map((command) => ({
      lines: linesOf(read, command.replace(/^[-@:+!|]+/, "")),
      source: name,
    }));
  });
}

const maxBytes = 64 << 10;

function linesOf(read: GapReader, command: string): string[] {
  const scripts = lineRuns(read, command, { folders }).paths.flatMap(({ path }) => {
    const isFile = read.attempt(path, () => read.host.stat(path).isFile());
    const text = isFile ? (read.attempt(path, () => read.host.read(path, maxBytes)) ?? "") : "";
    return /^#! *\S*\/(env )?(ba|da|z|k)?sh\b/.test(text) ? text.split("\n") : [];
  });
  return [command, ...scripts].filter((line) => !/^\s*(#|$)/.test(line));
}

/** Where a line of a scheduled command runs a program; undefined if none does. */
export function scheduleOf(commands: ScheduledCommand[], pattern: RegExp): string | undefined {
  return commands.find(({ lines }) => lines.some((line) => pattern.test(line)))?.source;
}
