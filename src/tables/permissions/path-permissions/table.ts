import { distinctGaps } from "../../accounts/user-files.ts";
import { type Gap, TableUnavailable } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { describeTargets } from "./describe-targets.ts";
import { findCapabilityTargets } from "./targets/capability-targets.ts";
import { findCredentialTargets } from "./targets/credential-targets.ts";
import { findCronTargets } from "./targets/cron-targets.ts";
import { findDeviceTargets, findSocketTargets } from "./targets/device-targets.ts";
import { findHashTargets } from "./targets/hash-targets.ts";
import { findLoaderTargets } from "./targets/loader-targets.ts";
import { findLoginTargets } from "./targets/login-targets.ts";
import { findPathTargets } from "./targets/path-folder-targets.ts";
import { findSetIdTargets } from "./targets/set-id-targets.ts";
import { findSudoTargets } from "./targets/sudo-targets.ts";
import type { FindTargets, Target } from "./targets/target.ts";
import { findUnitTargets } from "./targets/unit-targets.ts";

/**
 * The permissions on the way to each path that matters: a row for the path (depth 0), for its
 * folder, and so on up to "/"; where one of these is a link, the rows of where it leads follow.
 * `acl` is "" without an access list and NULL where there is one that could not be read. Of a cron
 * table that cron passes over for its mode or owner, `enabled` is 0.
 */
export const pathPermissions: CollectedTable = {
  name: "path_permissions",
  description:
    "Who may change what runs as root or as others: modes, owners and access lists of jobs, units, programs and the folders above them.",
  platforms: ["linux"],
  columns: {
    purpose: "TEXT",
    source: "TEXT",
    run_as: "TEXT",
    enabled: "INTEGER",
    detail: "TEXT",
    target: "TEXT",
    depth: "INTEGER",
    path: "TEXT",
    type: "TEXT",
    mode: "TEXT",
    uid: "BIGINT",
    gid: "BIGINT",
    owner: "TEXT",
    groupname: "TEXT",
    acl: "TEXT",
    mount_flags: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux }),
};

/** In the order in which they are kept should there be too many. */
const finders: FindTargets[] = [
  findCronTargets,
  findSudoTargets,
  findPathTargets,
  findLoaderTargets,
  findLoginTargets,
  findSocketTargets,
  findDeviceTargets,
  findHashTargets,
  findSetIdTargets,
  findCapabilityTargets,
  findCredentialTargets,
  findUnitTargets,
];

async function collectLinux(host: Host): Promise<Collected> {
  const gaps: Gap[] = [];
  const targets: Target[] = [];
  for (const find of finders) targets.push(...(await findOrTell(find, host, gaps)));
  const distinct = new Map(targets.map((target) => [JSON.stringify(target), target]));
  const rows = await describeTargets(host, [...distinct.values()], gaps);
  return { rows, gaps: distinctGaps(gaps) };
}

/** One source that can't be read at all leaves the others to be told. */
async function findOrTell(find: FindTargets, host: Host, gaps: Gap[]): Promise<Target[]> {
  try {
    return await find(host, gaps);
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error;
    gaps.push({ reason: error.reason, detail: error.message });
    return [];
  }
}
