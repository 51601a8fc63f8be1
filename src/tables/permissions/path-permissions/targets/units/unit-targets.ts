import { type CommandRuns, programRuns } from "../../../../commands/command-runs.ts";
import { TableUnavailable } from "../../../../host/gap.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { isLink } from "../../../../host/inspect.ts";
import { commandWords, lastOf, withNameSpecifiers } from "../../../../parsers/systemd-unit-file.ts";
import {
  type DiskUnit,
  readDiskUnits,
  searchPath,
} from "../../../../services/systemd/units-on-disk.ts";
import { awaitedInFolder } from "../commands/awaited-in-folder.ts";
import { foldersOf, pathTargets, pathValues } from "../path-variable.ts";
import type { Target } from "../target.ts";
import { sandboxed, unmetConditions } from "./unit-conditions.ts";
import { environmentFiles, variablesOf } from "./unit-environment.ts";
import { createUnitUse, startedBy } from "./unit-use.ts";

/** systemd's search path for programs without a path. */
const programFolders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin"];

/** Unit types that run a program or activate another unit. */
const runs = /\.(service|timer|socket|path|mount|automount|swap)$/;

/** Unit files and their folders, the programs of the units, and their environment files. */
export function findUnitTargets(read: GapReader): Target[] {
  const units = readUnits(read);
  const { isUsed, isTriggered, occasionOf, instancesOf } = createUnitUse(read, units);
  return [
    ...folderTargets(read),
    ...units
      .filter(({ name, masked, aliasOf }) => runs.test(name) && !masked && !aliasOf)
      .flatMap((unit) => [
        ...targetsOf(read, {
          unit,
          enabled: Number(isUsed(unit) || occasionOf(unit) !== null),
          isTriggered: isTriggered(unit),
          occasion: isUsed(unit) ? null : occasionOf(unit),
        }),
        ...watchedPaths(unit, Number(isUsed(unit))),
        ...instancesOf(unit).flatMap((name) =>
          programTargets(read, { unit: { ...unit, name }, enabled: 1, occasion: null }),
        ),
      ]),
  ];
}

/** Empty, without a gap, on a machine without systemd. */
function readUnits(read: GapReader): DiskUnit[] {
  try {
    return readDiskUnits(read);
  } catch (error) {
    if (error instanceof TableUnavailable && error.reason === "table_missing") return [];
    throw error;
  }
}

/** Folders in which any file becomes a unit or a drop-in. */
function folderTargets(read: GapReader): Target[] {
  return searchPath
    .filter(
      (path) => read.host.exists(path) && !(path.startsWith("/lib/") && isLink(read.host, "/lib")),
    )
    .flatMap((path) => {
      const dropIns = read.list(path).filter((name) => name.endsWith(".d"));
      return [path, ...dropIns.map((name) => `${path}/${name}`)];
    })
    .map((target) => ({
      purpose: "unit" as const,
      source: "",
      run_as: "root",
      enabled: 1,
      detail: target.endsWith(".d") ? target.replace(/^.*\/(.*)\.d$/, "$1") : "",
      target,
    }));
}

interface UsedUnit {
  unit: DiskUnit;
  enabled: number;
  /** What has it started, where nothing else does. */
  occasion: string | null;
}

/** Paths whose change has a path unit start another unit. */
function watchedPaths(unit: DiskUnit, enabled: number): Target[] {
  if (!unit.name.endsWith(".path")) return [];
  const values = ["PathExists", "PathChanged", "PathModified", "DirectoryNotEmpty"].flatMap(
    (key) => unit.settings.get(`Path.${key}`) ?? [],
  );
  return values
    .map((value) => withNameSpecifiers(value, unit.name))
    .filter((path) => path.startsWith("/") && !path.includes("%"))
    .map((target) => ({
      purpose: "unit_path" as const,
      source: unit.fragmentPath,
      run_as: "root",
      enabled,
      detail: startedBy(unit),
      target,
    }));
}

function targetsOf(read: GapReader, used: UsedUnit & { isTriggered: boolean }): Target[] {
  const { unit, enabled, isTriggered, occasion } = used;
  const { fragmentPath: source, settings } = unit;
  const run_as = accountOf(unit);
  const unmet = unmetConditions(read.host, unit);
  const awaits = unmet[0]?.awaits ?? occasion;
  const common = { source, enabled, detail: unit.name };
  const environment = environmentFiles(read, unit);
  return [
    // whoever can write the unit can make it run as root, whatever user it names now
    ...[source, ...unit.dropInPaths].map(
      (target): Target => ({ ...common, purpose: "unit", run_as: "root", target }),
    ),
    // A template that nothing names has no instance, so that its programs never run.
    ...(enabled === 0 && !isTriggered && unit.name.includes("@.")
      ? []
      : programTargets(read, used)
    ).map((one) => ({ ...one, awaits: awaits ?? one.awaits })),
    ...environment.map(
      (target): Target => ({ ...common, purpose: "unit_environment", run_as, target, awaits }),
    ),
    // One that is met leaves others open.
    ...(unmet.length === 1 && unmet[0]!.file !== null
      ? [
          {
            ...common,
            purpose: "unit_condition" as const,
            run_as: "root",
            target: unmet[0]!.file,
            awaits: unmet[0]!.awaits,
          },
        ]
      : []),
    ...[
      ...(settings.get("Service.Environment") ?? []).map((line) =>
        line.replace(/^["']|["']$/g, ""),
      ),
      ...environment.map((path) => read.text(path) ?? ""),
    ]
      .flatMap(pathValues)
      .flatMap((value) =>
        pathTargets(value, { source, run_as, enabled }).map((one) => ({
          ...one,
          awaits:
            awaits ??
            awaitedInFolder(
              read,
              { folders: foldersOf(value), programs: lookedUpBy(read, unit) },
              one.target,
            ),
        })),
      ),
  ];
}

/** Programs that the unit's scripts and shells look for in the PATH. */
const lookedUpBy = (read: GapReader, unit: DiskUnit): string[] =>
  (unit.settings.get("Service.ExecStart") ?? []).flatMap((command) =>
    runsOf(read, unit, command).flatMap(({ lookedUp }) => lookedUp),
  );

/** What each command of a command line runs, in the folder of the unit. */
function runsOf(read: GapReader, unit: DiskUnit, command: string): CommandRuns[] {
  const { name, settings } = unit;
  const set = lastOf(settings, "Service.WorkingDirectory").replace(/^-/, "") || "/";
  const folder = withNameSpecifiers(set, name);
  const isKnown = folder.startsWith("/") && !folder.includes("%");
  const own = (settings.get("Service.ExecSearchPath") ?? [])
    .flatMap((value) => withNameSpecifiers(value, name).split(":"))
    .filter((path) => path.startsWith("/") && !path.includes("%"));
  const use = {
    folders: own.length > 0 ? own : programFolders,
    hasOwnPath: own.length > 0,
    environment: variablesOf(read, unit),
    ...(isKnown && { folder }),
  };
  return commandWords(withNameSpecifiers(command, name)).map((words) =>
    programRuns(read, words, use),
  );
}

const commandSettings = /^(Service|Socket|Mount|Swap)\.Exec/;

function programTargets(read: GapReader, { unit, enabled }: UsedUnit): Target[] {
  const commands = [...unit.settings].flatMap(([key, values]) =>
    commandSettings.test(key) ? values.map((command) => ({ key, command })) : [],
  );
  return commands.flatMap(({ key, command }) => {
    const [prefix = ""] = /^[@:+!|-]+/.exec(command) ?? [];
    // "+" and "!" run the program as root even if the service has another user
    const run_as = /[+!]/.test(prefix) ? "root" : accountOf(unit);
    const paths = runsOf(read, unit, command).flatMap((one) => one.paths);
    return paths.map((run): Target => {
      const { path: target, executed, account = run_as, gainer } = run;
      const kept = sandboxed(unit, run);
      const barred = run.barred ?? kept.barred;
      const { unexecuted } = kept;
      return {
        purpose: "unit_program",
        source: unit.fragmentPath,
        run_as: account,
        enabled: barred === undefined ? enabled : 0,
        detail: unit.name,
        target,
        executed: Number(executed),
        awaits: run.awaits ?? kept.awaits ?? precededBy(unit, { key, command }),
        ...(barred !== undefined && { barred }),
        ...(unexecuted !== undefined && { unexecuted }),
        ...(gainer && { gainer }),
        ...(key === "Service.ExecReload" && { awaits: `${unit.name} is reloaded` }),
      };
    });
  });
}

/** The first command that has to succeed before this one; null: none may fail. */
function precededBy(
  { settings }: DiskUnit,
  { key, command }: { key: string; command: string },
): string | null {
  const preparations = settings.get("Service.ExecStartPre") ?? [];
  const before = {
    "Service.ExecStart": preparations,
    "Service.ExecStartPre": preparations.slice(0, preparations.indexOf(command)),
  }[key];
  const mayFail = before?.find((one) => !/^[@:+!|]*-/.test(one) && !surelySucceeds.test(one));
  return mayFail === undefined ? null : `${mayFail} succeeds`;
}

const surelySucceeds = /^[@:+!|]*\/(?:usr\/)?bin\/(?:true|echo\b.*|sleep \d+)$/;

function accountOf({ name, settings }: DiskUnit): string {
  const user = lastOf(settings, "Service.User");
  if (user) return user;
  const isDynamic = /^(yes|true|on|1)$/i.test(lastOf(settings, "Service.DynamicUser"));
  return isDynamic ? name.replace(/\.service$/, "") : "root";
}
