import { distinctGaps, TableUnavailable } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { describeTargets } from "./describe-targets.ts";
import { findAccountScriptTargets } from "./targets/account-script-targets.ts";
import { findCapabilityTargets } from "./targets/capability-targets.ts";
import { findChangeProgramTargets } from "./targets/change-program-targets.ts";
import { findCredentialTargets } from "./targets/credential-targets.ts";
import { findCronTargets } from "./targets/cron/cron-targets.ts";
import {
  findDeviceTargets,
  findOwnSocketTargets,
  findSocketTargets,
  findVirtualSocketTargets,
} from "./targets/device-targets.ts";
import { findHashTargets } from "./targets/hash-targets.ts";
import { findHomeTargets } from "./targets/home-targets.ts";
import { findHookTargets } from "./targets/hooks/hook-targets.ts";
import { findKeyFileTargets } from "./targets/key-file-targets.ts";
import { findLoaderTargets } from "./targets/loader-targets.ts";
import { findLoginTargets } from "./targets/login-targets.ts";
import { findPamModuleTargets } from "./targets/pam-module-targets.ts";
import { findPathTargets } from "./targets/path-folder-targets.ts";
import { findSetGroupTargets, findSudoGroupTargets } from "./targets/set-id/group-targets.ts";
import { findSetIdTargets } from "./targets/set-id/set-id-targets.ts";
import { findSshdTargets } from "./targets/sshd-targets.ts";
import { findSudoTargets } from "./targets/sudo-targets.ts";
import { findSudoersTargets } from "./targets/sudoers-targets.ts";
import { findSystemTargets } from "./targets/system-targets.ts";
import type { FindTargets, Purpose, Target } from "./targets/target.ts";
import { findTlsKeyTargets } from "./targets/tls-key-targets.ts";
import { findUnitTargets } from "./targets/units/unit-targets.ts";

/** The purposes of what each finds. In order of priority, should there be too many rows. */
export const finders: [FindTargets, ...Purpose[]][] = [
  [findCronTargets, "cron_table", "cron_job"],
  [findSudoTargets, "sudo_program"],
  [findPathTargets, "path_folder"],
  [findLoaderTargets, "loader_preload", "loader_conf", "loader_folder"],
  [findLoginTargets, "login_script"],
  [findHookTargets, "hook"],
  [findSudoersTargets, "sudoers_file"],
  [findSystemTargets, "system_file"],
  [findSshdTargets, "system_file"],
  [findSocketTargets, "docker_socket"],
  [findOwnSocketTargets, "own_engine_socket"],
  [findVirtualSocketTargets, "libvirt_socket"],
  [findDeviceTargets, "device"],
  [findHashTargets, "password_hashes"],
  [findKeyFileTargets, "authorized_keys"],
  [findHomeTargets, "home"],
  [findTlsKeyTargets, "tls_key"],
  [findSetIdTargets, "setuid"],
  [findSetGroupTargets, "group_program"],
  [findSudoGroupTargets, "sudo_group"],
  [findCapabilityTargets, "capability"],
  [findCredentialTargets, "credential"],
  [findChangeProgramTargets, "change_program"],
  [findPamModuleTargets, "pam_module", "pam_program"],
  [findAccountScriptTargets, "account_script"],
  [findUnitTargets, "unit", "unit_program", "unit_environment", "unit_path", "unit_condition"],
];

export async function collectLinux(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const targets: Target[] = [];
  for (const [find, ...purposes] of finders)
    targets.push(...(await findOrReport(find, read.forRows("purpose", purposes))));
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
