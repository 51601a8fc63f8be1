import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type CommandOutput, type Host, openHost } from "../../src/agent/tables/host.ts";
import { bitlockerScript } from "../../src/agent/tables/windows/bitlocker-info.ts";
import { groupsScript } from "../../src/agent/tables/windows/groups.ts";
import { interfaceAddressesScript } from "../../src/agent/tables/windows/interface-addresses.ts";
import { listeningPortsScript } from "../../src/agent/tables/windows/listening-ports.ts";
import { loggedInUsersScript } from "../../src/agent/tables/windows/logged-in-users.ts";
import { logicalDrivesScript } from "../../src/agent/tables/windows/logical-drives.ts";
import { mountsScript } from "../../src/agent/tables/windows/mounts.ts";
import { osVersionScript } from "../../src/agent/tables/windows/os-version.ts";
import { patchesScript } from "../../src/agent/tables/windows/patches.ts";
import { powershellArgs } from "../../src/agent/tables/windows/powershell.ts";
import { processOpenSocketsScript } from "../../src/agent/tables/windows/process-open-sockets.ts";
import { processesScript } from "../../src/agent/tables/windows/processes.ts";
import { programsScript } from "../../src/agent/tables/windows/programs.ts";
import { scheduledTasksScript } from "../../src/agent/tables/windows/scheduled-tasks.ts";
import { servicesScript } from "../../src/agent/tables/windows/services.ts";
import { startupItemsScript } from "../../src/agent/tables/windows/startup-items.ts";
import { systemInfoScript } from "../../src/agent/tables/windows/system-info.ts";
import { uptimeScript } from "../../src/agent/tables/windows/uptime.ts";
import { userGroupsScript } from "../../src/agent/tables/windows/user-groups.ts";
import { usersScript } from "../../src/agent/tables/windows/users.ts";
import { windowsFirewallProfilesScript } from "../../src/agent/tables/windows/windows-firewall-profiles.ts";
import { windowsFirewallRulesScript } from "../../src/agent/tables/windows/windows-firewall-rules.ts";
import { windowsSecurityProductsScript } from "../../src/agent/tables/windows/windows-security-products.ts";

/** Every script that an agent runs on Windows, by the recordings' file name. */
export const windowsScripts: Record<string, string> = {
  "bitlocker-info": bitlockerScript,
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
  services: servicesScript,
  "startup-items": startupItemsScript,
  "system-info": systemInfoScript,
  uptime: uptimeScript,
  "user-groups": userGroupsScript,
  users: usersScript,
  "windows-firewall-profiles": windowsFirewallProfilesScript,
  "windows-firewall-rules": windowsFirewallRulesScript,
  "windows-security-products": windowsSecurityProductsScript,
};

export const windowsHosts = ["windows-10-22h2", "windows-11-24h2", "windows-server-2019"] as const;
export type WindowsHostName = (typeof windowsHosts)[number];

/** What PowerShell printed for a script on a recorded machine. */
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
