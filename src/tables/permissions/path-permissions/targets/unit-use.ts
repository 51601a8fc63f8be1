import type { GapReader } from "../../../host/gap-reader.ts";
import { lastOf } from "../../../parsers/systemd-unit-file.ts";
import { type DiskUnit, searchPath } from "../../../services/systemd/units-on-disk.ts";

/** systemd keeps a control group for each service that runs, in the unified or in the older tree. */
const groupFolders = ["/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice"];

/** Tells whether a unit is used: enabled, made at run time, wanted by another, started by a timer, socket or path that is, or running. */
export function openUnitUse(read: GapReader, units: DiskUnit[]): (unit: DiskUnit) => boolean {
  const names = new Set([...wantedNames(read), ...runningNames(read)]);
  const isNamed = ({ name }: DiskUnit) => names.has(name);
  const isUsed = (unit: DiskUnit) =>
    /^(enabled|generated|transient)/.test(unit.unitFileState) || isNamed(unit);
  for (const unit of units.filter((one) => starts.test(one.name) && isUsed(one)))
    names.add(startedBy(unit));
  return isUsed;
}

const starts = /\.(timer|socket|path)$/;

function startedBy(unit: DiskUnit): string {
  const section = unit.name.replace(/^.*\.(.)/, (_, first) => first.toUpperCase());
  const named = lastOf(unit.settings, `${section}.${section === "Socket" ? "Service" : "Unit"}`);
  return named || unit.name.replace(starts, ".service");
}

/** Names of a folder, with the template of each instance. */
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
