import type { Gap } from "../../../host/gap.ts";
import type { Host } from "../../../host/port.ts";
import { listOptional } from "../../../host/read-optional.ts";
import { lastOf } from "../../../parsers/systemd-unit-file.ts";
import { type DiskUnit, searchPath } from "../../../services/systemd/units-on-disk.ts";

/** systemd keeps a control group for each service that runs, in the unified or in the older tree. */
const groupFolders = ["/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice"];

/** Tells whether a unit is used: enabled, made at run time, wanted by another, started by a timer, socket or path that is, or running. */
export function openUnitUse(
  host: Host,
  units: DiskUnit[],
  gaps: Gap[],
): (unit: DiskUnit) => boolean {
  const names = new Set([...wantedNames(host, gaps), ...runningNames(host, gaps)]);
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
const namesIn = (host: Host, folder: string, gaps: Gap[]) =>
  listOptional(host, folder, gaps).flatMap((name) => [name, name.replace(/@[^.]*(?=\.)/, "@")]);

const runningNames = (host: Host, gaps: Gap[]) =>
  groupFolders.flatMap((folder) => namesIn(host, folder, gaps));

const wantedNames = (host: Host, gaps: Gap[]) =>
  searchPath.flatMap((folder) =>
    listOptional(host, folder, gaps)
      .filter((name) => /\.(wants|requires|upholds)$/.test(name))
      .flatMap((name) => namesIn(host, `${folder}/${name}`, gaps)),
  );
