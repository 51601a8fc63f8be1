import { distinctGaps, TableUnavailable } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { describeTargets } from "./describe-targets.ts";
import { findCapabilityTargets } from "./targets/capability-targets.ts";
import { findCredentialTargets } from "./targets/credential-targets.ts";
import { findCronTargets } from "./targets/cron-targets.ts";
import { findDeviceTargets, findSocketTargets } from "./targets/device-targets.ts";
import { findHashTargets } from "./targets/hash-targets.ts";
import { findHomeTargets } from "./targets/home-targets.ts";
import { findKeyFileTargets } from "./targets/key-file-targets.ts";
import { findLoaderTargets } from "./targets/loader-targets.ts";
import { findLoginTargets } from "./targets/login-targets.ts";
import { findPathTargets } from "./targets/path-folder-targets.ts";
import { findSetIdTargets } from "./targets/set-id-targets.ts";
import { findSudoTargets } from "./targets/sudo-targets.ts";
import { findSudoersTargets } from "./targets/sudoers-targets.ts";
import { findSystemTargets } from "./targets/system-targets.ts";
import type { FindTargets, Target } from "./targets/target.ts";
import { findTlsKeyTargets } from "./targets/tls-key-targets.ts";
import { findUnitTargets } from "./targets/unit-targets.ts";

/** In order of priority, should there be too many rows. */
const finders: FindTargets[] = [
  findCronTargets,
  findSudoTargets,
  findPathTargets,
  findLoaderTargets,
  findLoginTargets,
  findSudoersTargets,
  findSystemTargets,
  findSocketTargets,
  findDeviceTargets,
  findHashTargets,
  findKeyFileTargets,
  findHomeTargets,
  findTlsKeyTargets,
  findSetIdTargets,
  findCapabilityTargets,
  findCredentialTargets,
  findUnitTargets,
];

export async function collectLinux(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const targets: Target[] = [];
  for (const find of finders) targets.push(...(await findOrReport(find, read)));
  const distinct = new Map(targets.map((target) => [JSON.stringify(target), target]));
  const rows = await describeTargets(read, [...distinct.values()]);
  return { rows, gaps: distinctGaps(read.gaps) };
}

/** An unreadable source must not hide the others. */
async function findOrReport(find: FindTargets, read: GapReader): Promise<Target[]> {
  try {
    return await find(read);
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error;
    read.report({ reason: error.reason, detail: error.message });
    return [];
  }
}
