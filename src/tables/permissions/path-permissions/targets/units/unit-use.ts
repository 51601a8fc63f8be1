import type { GapReader } from "../../../../host/gap-reader.ts";
import { lastOf, withNameSpecifiers } from "../../../../parsers/systemd-unit-file.ts";
import { type DiskUnit, searchPath } from "../../../../services/systemd/units-on-disk.ts";

/** systemd has a control group for each running service, in the unified or the legacy hierarchy. */
const groupFolders = ["/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice"];

export interface UnitUse {
  /**
   * Whether a unit is enabled, created at run time, wanted by another unit, started by an active timer,
   * socket or path, or running.
   */
  isUsed(unit: DiskUnit): boolean;
  /** The failure or success of another unit that has it started; null: none. */
  occasionOf(unit: DiskUnit): string | null;
  /** Whether a timer, socket or path names it, in use or not. */
  isTriggered(unit: DiskUnit): boolean;
  /** The names of a template's instances. */
  instancesOf(template: DiskUnit): string[];
}

export function createUnitUse(read: GapReader, units: DiskUnit[]): UnitUse {
  const names = new Set([...wantedNames(read), ...runningNames(read)]);
  const isNamed = ({ name }: DiskUnit) => names.has(name);
  const isUsed = (unit: DiskUnit) =>
    /^(enabled|generated|transient)/.test(unit.unitFileState) || isNamed(unit);
  const triggers = units.filter((one) => starts.test(one.name));
  for (const unit of triggers.filter(isUsed)) names.add(startedBy(unit));
  const triggered = new Set(triggers.map(startedBy));
  addNeeded(units, names, isUsed);
  const occasions = occasionsOf(units.filter(isUsed));
  return {
    isUsed,
    isTriggered: ({ name }) => triggered.has(name),
    occasionOf: ({ name }) => occasions.get(name) ?? null,
    instancesOf: ({ name }) => {
      const [prefix, type] = name.split("@.");
      const instances = [...names].flatMap((one) =>
        type !== undefined && one.startsWith(`${prefix}@`) && !one.startsWith(`${prefix}@.`)
          ? one.replace(/\.[^.]*$/, `.${type}`)
          : [],
      );
      return [...new Set(instances)];
    },
  };
}

const isOn = (value: string) => /^(?:yes|true|on|1|y|t)$/i.test(value);

const starts = /\.(timer|socket|path)$/;

const needs = ["Wants", "Requires", "BindsTo", "Upholds"];

const namedIn = ({ name, settings }: DiskUnit, key: string): string[] =>
  (settings.get(`Unit.${key}`) ?? [])
    .flatMap((value) => withNameSpecifiers(value, name).split(/\s+/))
    .filter((one) => /^[^/%]+\.\w+$/.test(one));

/** Adds the units that those in use have started. */
function addNeeded(
  units: DiskUnit[],
  names: Set<string>,
  isUsed: (unit: DiskUnit) => boolean,
): void {
  const rest = new Set(units);
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const unit of rest)
      if (isUsed(unit)) {
        rest.delete(unit);
        for (const key of needs) for (const one of namedIn(unit, key)) names.add(one);
      }
  }
}

/** The units that are started when others fail or succeed. */
function occasionsOf(units: DiskUnit[]): Map<string, string> {
  const occasions = new Map<string, string>();
  for (const unit of units) {
    if (canFail(unit))
      for (const one of namedIn(unit, "OnFailure")) occasions.set(one, `${unit.name} fails`);
    for (const one of namedIn(unit, "OnSuccess")) occasions.set(one, `${unit.name} succeeds`);
  }
  return occasions;
}

/** With "-" in front, the failure of a command does not count. */
const canFail = ({ settings }: DiskUnit): boolean =>
  [...settings].some(
    ([key, values]) =>
      /^Service\.ExecStart/.test(key) && values.some((value) => !/^[@:+!|]*-/.test(value)),
  );

export function startedBy(unit: DiskUnit): string {
  const section = unit.name.replace(/^.*\.(.)/, (_, first) => first.toUpperCase());
  if (isOn(lastOf(unit.settings, "Socket.Accept"))) return unit.name.replace(starts, "@.service");
  const named = lastOf(unit.settings, `${section}.${section === "Socket" ? "Service" : "Unit"}`);
  return named || unit.name.replace(starts, ".service");
}

/** Names in a folder, and the templates of instances. */
const namesIn = (read: GapReader, folder: string) =>
  read.list(folder).flatMap((name) => [name, name.replace(/@[^.]*(?=\.)/, "@")]);

const runningNames = (read: GapReader) => groupFolders.flatMap((folder) => namesIn(read, folder));

const wantedNames = (read: GapReader) =>
  searchPath.flatMap((folder) =>
    read
      .list(folder)
      .filter((name) => /\.(wants|requires|upholds)$/.test(name))
      .flatMap((name) => namesIn(read, `${folder}/${name}`)),
  );
