import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { groupsScript } from "../../src/tables/accounts/groups/windows.ts";
import { loggedInUsersScript } from "../../src/tables/accounts/logged-in-users/windows.ts";
import { userGroupsScript } from "../../src/tables/accounts/user-groups/windows.ts";
import { usersScript } from "../../src/tables/accounts/users/windows.ts";
import { windowsAccountsScript } from "../../src/tables/accounts/windows-accounts.ts";
import { windowsSavedPasswordsScript } from "../../src/tables/credentials/windows-saved-passwords.ts";
import { windowsFirewallProfilesScript } from "../../src/tables/firewall/windows-firewall-profiles.ts";
import { windowsFirewallRulesScript } from "../../src/tables/firewall/windows-firewall-rules.ts";
import { openHost } from "../../src/tables/host/local.ts";
import type { CommandOutput, Host } from "../../src/tables/host/port.ts";
import { etcHostsScript } from "../../src/tables/network/etc-hosts/windows.ts";
import { interfaceAddressesScript } from "../../src/tables/network/interface-addresses/windows.ts";
import { listeningPortsScript } from "../../src/tables/network/listening-ports/windows.ts";
import { processOpenSocketsScript } from "../../src/tables/network/process-open-sockets/windows.ts";
import { patchesScript } from "../../src/tables/packages/patches.ts";
import { programsScript } from "../../src/tables/packages/programs.ts";
import { powershellArgs } from "../../src/tables/powershell/powershell.ts";
import { processesScript } from "../../src/tables/processes/processes/windows.ts";
import { securebootScript } from "../../src/tables/security/secureboot/windows.ts";
import { windowsOptionalFeaturesScript } from "../../src/tables/security/windows-optional-features.ts";
import { windowsSecurityProductsScript } from "../../src/tables/security/windows-security-products.ts";
import { windowsSettingsScript } from "../../src/tables/security/windows-settings.ts";
import { scheduledTasksScript } from "../../src/tables/services/scheduled-tasks.ts";
import { servicesScript } from "../../src/tables/services/services.ts";
import { startupItemsScript } from "../../src/tables/services/startup-items/windows.ts";
import { windowsWriteAccessScript } from "../../src/tables/services/windows-write-access/script.ts";
import { bitlockerScript } from "../../src/tables/storage/bitlocker-info.ts";
import { logicalDrivesScript } from "../../src/tables/storage/logical-drives.ts";
import { mountsScript } from "../../src/tables/storage/mounts/windows.ts";
import { osVersionScript } from "../../src/tables/system/os-version/windows.ts";
import { systemInfoScript } from "../../src/tables/system/system-info/windows.ts";
import { uptimeScript } from "../../src/tables/system/uptime/windows.ts";

/** Every script that an agent runs on Windows, by the recordings' file name. */
export const windowsScripts: Record<string, string> = {
  "bitlocker-info": bitlockerScript,
  "etc-hosts": etcHostsScript,
  groups: groupsScript,
  "interface-addresses": interfaceAddressesScript,
  "listening-ports": listeningPortsScript,
  "logged-in-users": loggedInUsersScript,
  "logical-drives": logicalDrivesScript,
  mounts: mountsScript,
  "os-version": osVersionScript,
  patches: patchesScript,
  "process-open-sockets": processOpenSocketsScript,
  processes: processesScript,
  programs: programsScript,
  "scheduled-tasks": scheduledTasksScript,
  secureboot: securebootScript,
  services: servicesScript,
  "startup-items": startupItemsScript,
  "system-info": systemInfoScript,
  uptime: uptimeScript,
  "user-groups": userGroupsScript,
  users: usersScript,
  "windows-accounts": windowsAccountsScript,
  "windows-firewall-profiles": windowsFirewallProfilesScript,
  "windows-firewall-rules": windowsFirewallRulesScript,
  "windows-optional-features": windowsOptionalFeaturesScript,
  "windows-saved-passwords": windowsSavedPasswordsScript,
  "windows-security-products": windowsSecurityProductsScript,
  "windows-settings": windowsSettingsScript,
  "windows-write-access": windowsWriteAccessScript,
};

export const windowsHosts = ["windows-10-22h2", "windows-11-24h2", "windows-server-2019"] as const;
export type WindowsHostName = (typeof windowsHosts)[number];

/** PowerShell's output for a script on a recorded machine. */
export const printedOn = (name: WindowsHostName, script: string) =>
  readFileSync(`${folder(name)}${script}.txt`, "utf8");

/**
 * A recorded Windows, looked at on 2026-01-01. Windows 11 has PowerShell 7 alone and is asked by an
 * ordinary user, the others Windows PowerShell 5.1 and an administrator.
 */
export function windowsHost(name: WindowsHostName): Host {
  const tool = name === "windows-11-24h2" ? "pwsh.exe" : "powershell.exe";
  const outputs = readdirSync(folder(name)).map((file): [string, CommandOutput] => {
    const script = basename(file, ".txt");
    const command = [tool, ...powershellArgs(windowsScripts[script] ?? "")].join(" ");
    return [command, { stdout: printedOn(name, script), exitCode: 0 }];
  });
  return openHost({
    root: folder(name),
    platform: "win32",
    now: () => Date.UTC(2026, 0, 1),
    recorded: Object.fromEntries(outputs),
  });
}

const folder = (name: string) =>
  fileURLToPath(new URL(`../fixtures/tools/windows/${name}/`, import.meta.url));
