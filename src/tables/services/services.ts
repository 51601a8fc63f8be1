import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { choice, type Fields, filled, flag, text, whole } from "../powershell/values.ts";

export const servicesScript = powershellScript({
  services:
    "Get-CimInstance Win32_Service | Select-Object Name,DisplayName,ServiceType,DesktopInteract,State,ProcessId,StartMode,ExitCode,ServiceSpecificExitCode,PathName,Description,StartName",
  modules: `Get-Item 'HKLM:\\SYSTEM\\CurrentControlSet\\Services\\*\\Parameters' -ErrorAction SilentlyContinue -ErrorVariable missed | ForEach-Object {
    $dll=$_.GetValue('ServiceDll');
    if($dll){[pscustomobject]@{Service=(Split-Path -Leaf $_.PSParentPath);ServiceDll=[string]$dll}}
  }`,
});

/** osquery's names, which are Windows' constants. */
const statuses = {
  1: "STOPPED",
  2: "START_PENDING",
  3: "STOP_PENDING",
  4: "RUNNING",
  5: "CONTINUE_PENDING",
  6: "PAUSE_PENDING",
  7: "PAUSED",
};

const startTypes: Record<string, string> = {
  Boot: "BOOT_START",
  System: "SYSTEM_START",
  Auto: "AUTO_START",
  Automatic: "AUTO_START",
  Manual: "DEMAND_START",
  Disabled: "DISABLED",
};
const startModes = { 0: "Boot", 1: "System", 2: "Auto", 3: "Manual", 4: "Disabled" };

const types: Record<string, string> = {
  "Own Process": "OWN_PROCESS",
  "Share Process": "SHARE_PROCESS",
  "Interactive Process": "INTERACTIVE_PROCESS",
};

export function parseServices(printed: string): Collected {
  const answer = readAnswer(printed);
  const services = answer.required("services");
  const modules = answer.optional("modules", ["module_path"]);
  const byName = new Map(modules.map((each) => [lower(each.Service), filled(each.ServiceDll)]));
  answer.needsAdministrator("services that Windows hides from others than administrators");
  return { rows: services.map((service) => serviceRow(service, byName)), gaps: answer.gaps };
}

const lower = (value: unknown) => text(value)?.toLowerCase() ?? "";

function serviceRow(service: Fields, modules: Map<string, string | null>): Row {
  const startMode = text(service.StartMode) ?? "";
  return {
    name: text(service.Name),
    service_type: typeOf(service),
    display_name: text(service.DisplayName),
    status: choice(service.State, statuses) ?? "UNKNOWN",
    pid: whole(service.ProcessId),
    start_type: startTypes[startMode] ?? startTypes[choice(startMode, startModes) ?? ""] ?? null,
    win32_exit_code: whole(service.ExitCode),
    service_exit_code: whole(service.ServiceSpecificExitCode),
    path: text(service.PathName),
    module_path: modules.get(lower(service.Name)) ?? "",
    description: text(service.Description) ?? "",
    user_account: text(service.StartName),
  };
}

/** Types of per-user services, unknown to WMI and osquery. */
function typeOf({ ServiceType, DesktopInteract }: Fields): string {
  const type = types[text(ServiceType) ?? ""];
  if (!type) return "UNKNOWN";
  return flag(DesktopInteract) === 1 ? `${type}(Interactive)` : type;
}

/** One row per service, without drivers. */
export const services: CollectedTable = {
  name: "services",
  description: "Windows services: program, account, state and start type.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    service_type: "TEXT",
    display_name: "TEXT",
    status: "TEXT",
    pid: "INTEGER",
    start_type: "TEXT",
    win32_exit_code: "INTEGER",
    service_exit_code: "INTEGER",
    path: "TEXT",
    module_path: "TEXT",
    description: "TEXT",
    user_account: "TEXT",
  },
  collect: collectWith(servicesScript, parseServices),
};
