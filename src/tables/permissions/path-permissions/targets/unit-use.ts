import type { GapReader } from "../../../host/gap-reader.ts";
import { lastOf } from "../../../parsers/systemd-unit-file.ts";
import { type DiskUnit, searchPath } from "../../../services/systemd/units-on-disk.ts";

/** systemd has a control group for each running service, in the unified or the legacy hierarchy. */
const groupFolders = ["/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice"];

export interface UnitUse {
  /**
   * Whether a unit is enabled, created at run time, wanted by another unit, started by an active timer,
   * socket or path, or running.
   */
  isUsed(unit: DiskUnit): boolean;
  /** The names of a template's instances. */
  instancesOf(template: DiskUnit): string[];
}

export function createUnitUse(read: GapReader, units: DiskUnit[]): UnitUse {
  const names = new Set([...wantedNames(read), ...runningNames(read)]);
  const isNamed = ({ name }: DiskUnit) => names.has(name);
  const isUsed = (unit: DiskUnit) =>
    /^(enabled|generated|transient)/.test(unit.unitFileState) || isNamed(unit);
  for (const unit of units.filter((one) => starts.test(one.name) && isUsed(one)))
    names.add(startedBy(unit));
  return {
    isUsed,
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

function startedBy(unit: DiskUnit): string {
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
