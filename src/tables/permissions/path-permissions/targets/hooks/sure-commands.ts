import { lineRuns, programRuns } from "../../../../commands/command-runs.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { parseCrontab } from "../../../../parsers/crontab-line.ts";
import { commandWords, lastOf } from "../../../../parsers/systemd-unit-file.ts";
import { crontab } from "../../../../services/crontab/table.ts";
import type { DiskUnit } from "../../../../services/systemd/units-on-disk.ts";
import { readDiskUnits } from "../../../../services/systemd/units-on-disk.ts";
import { findCronDaemon } from "../cron/cron-daemon.ts";
import { cronPath, environmentsOf, isUsualShell, shellRefusal } from "../cron/cron-environments.ts";
import { unmetConditions } from "../units/unit-conditions.ts";
import { startedBy } from "../units/unit-use.ts";

/** What a program of root's surely does again: by a job of cron (null), or once a unit is started again. */
export type SureOccasions = ReadonlyMap<string, string | null>;

/** What happens when a command of these words is run. */
const occasions: [command: RegExp, occasion: string][] = [
  [/^(?:\S*\/)?apt(?:-get|itude)?(?: -q+| -y| --quiet| --yes)* update$/, "apt updates its lists"],
  [/^(?:\S*\/)?systemctl(?: -q| --quiet)* daemon-reload$/, "systemd reads its units again"],
];

/** More timers than this are not followed. */
const maxTimers = 200;

export async function sureOccasions(read: GapReader): Promise<SureOccasions> {
  const found = new Map<string, string | null>();
  const add = (commands: string[], awaits: string | null) => {
    for (const command of commands)
      for (const [pattern, occasion] of occasions)
        if (pattern.test(command) && found.get(occasion) !== null) found.set(occasion, awaits);
  };
  for (const unit of timedServices(read))
    add(startedByUnit(read, unit), `${unit.name} is started again`);
  add(await startedByCron(read), null);
  return found;
}

/** Services that a timer starts, as root, under no condition that is not met. */
function timedServices(read: GapReader): DiskUnit[] {
  try {
    const units = readDiskUnits(read);
    const timed = units.filter(({ name, masked }) => name.endsWith(".timer") && !masked);
    const names = new Set(timed.slice(0, maxTimers).map(startedBy));
    return units.filter(
      (unit) =>
        names.has(unit.name) &&
        !unit.masked &&
        lastOf(unit.settings, "Service.User") === "" &&
        lastOf(unit.settings, "Service.DynamicUser") === "" &&
        unmetConditions(read.host, unit).length === 0,
    );
  } catch {
    return []; // the finder of units reports why
  }
}

/** Only its first command: what fails before keeps the others from being run. */
function startedByUnit(read: GapReader, { settings }: DiskUnit): string[] {
  const [first] = settings.get("Service.ExecStartPre") ?? settings.get("Service.ExecStart") ?? [];
  if (first === undefined) return [];
  const folders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin"];
  const [words = []] = commandWords(first);
  return programRuns(read, words, { folders, folder: "/" }).started;
}

async function startedByCron(read: GapReader): Promise<string[]> {
  if (findCronDaemon(read).tables !== 1) return [];
  const { rows } = await crontab.collect(read.host);
  return rows
    .filter(({ username, barred, is_read, event }) => {
      return username === "root" && barred === null && is_read !== 0 && event !== "@reboot";
    })
    .filter(({ path }) => /^\/etc\/(?:crontab$|cron\.d\/)/.test(String(path)))
    .flatMap(({ path, job_command }) => {
      const command = String(job_command);
      const environment = environmentsOf(read.text(String(path)) ?? "", (text) =>
        parseCrontab(text, true),
      ).find(({ commands }) => commands.includes(command));
      if (!environment || shellRefusal(read, environment)) return [];
      if (!isUsualShell(environment.shell)) return [];
      const line = command.replace(/(?<!\\)%[\s\S]*$/, "");
      return lineRuns(read, line, { folders: environment.folders ?? cronPath }).started;
    });
}
