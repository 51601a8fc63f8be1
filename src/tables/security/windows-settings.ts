import type { Collected, CollectedTable } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { text, whole } from "../powershell/values.ts";

interface Setting {
  key: string;
  /** Absent where the key itself is the setting: Windows creates and removes it. */
  value?: string;
  /** Whether it is there is all that leaves the machine. */
  secret?: true;
}

const system = "SYSTEM\\CurrentControlSet\\Services";
const current = "SOFTWARE\\Microsoft\\Windows\\CurrentVersion";
const policies = `${current}\\Policies\\System`;
const updatePolicies = "SOFTWARE\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU";
const logon = "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon";

/** By our name, below HKEY_LOCAL_MACHINE. */
const settings: Record<string, Setting> = {
  uac: { key: policies, value: "EnableLUA" },
  uac_admin_prompt: { key: policies, value: "ConsentPromptBehaviorAdmin" },
  uac_secure_desktop: { key: policies, value: "PromptOnSecureDesktop" },
  smb1_server: { key: `${system}\\LanmanServer\\Parameters`, value: "SMB1" },
  smb1_client_start: { key: `${system}\\mrxsmb10`, value: "Start" },
  ip_forwarding: { key: `${system}\\Tcpip\\Parameters`, value: "IPEnableRouter" },
  automatic_updates_off: { key: updatePolicies, value: "NoAutoUpdate" },
  automatic_updates_mode: { key: updatePolicies, value: "AUOptions" },
  restart_for_updates: { key: `${current}\\WindowsUpdate\\Auto Update\\RebootRequired` },
  restart_for_components: { key: `${current}\\Component Based Servicing\\RebootPending` },
  automatic_logon: { key: logon, value: "AutoAdminLogon" },
  automatic_logon_password: { key: logon, value: "DefaultPassword", secret: true },
};

const quotedList = (texts: (string | undefined)[]) =>
  [...new Set(texts)].map((each) => `'${each}'`).join(",");
const values = Object.values(settings).filter(({ value }) => value !== undefined);

export const windowsSettingsScript = powershellScript({
  values: `Get-Item -LiteralPath ${quotedList(Object.values(settings).map(({ key }) => `Registry::HKEY_LOCAL_MACHINE\\${key}`))} -ErrorAction SilentlyContinue -ErrorVariable missed | ForEach-Object {
    $key=$_; $names=$key.GetValueNames();
    [pscustomobject]@{Key=$key.Name;Name='';Data='1'};
    foreach($name in ${quotedList(values.filter(({ secret }) => !secret).map(({ value }) => value))}){if($names -contains $name){[pscustomobject]@{Key=$key.Name;Name=$name;Data=[string]$key.GetValue($name)}}};
    foreach($name in ${quotedList(values.filter(({ secret }) => secret).map(({ value }) => value))}){if($names -contains $name){[pscustomobject]@{Key=$key.Name;Name=$name;Data='1'}}}
  }`,
});

export function parseWindowsSettings(printed: string): Collected {
  const answer = readAnswer(printed);
  const found = new Map(
    answer.required("values").map(({ Key, Name, Data }) => [pathOf(text(Key), text(Name)), Data]),
  );
  const rows = Object.entries(settings).map(([name, { key, value }]) => ({
    name,
    value: whole(found.get(pathOf(`HKEY_LOCAL_MACHINE\\${key}`, value ?? ""))),
    path: value === undefined ? key : `${key}\\${value}`,
  }));
  return { rows, gaps: answer.gaps };
}

/** Windows ignores the case of keys and values. */
const pathOf = (key: string | null, value: string | null) => `${key}\\${value}`.toLowerCase();

/**
 * One row per setting, with a NULL where it isn't set and the default of Windows applies. Not
 * osquery's `registry`, which would seem to lack every other key.
 */
export const windowsSettings: CollectedTable = {
  name: "windows_settings",
  description: "Settings of Windows' registry that security depends on; NULL where not set.",
  platforms: ["win32"],
  columns: { name: "TEXT", value: "INTEGER", path: "TEXT" },
  collect: collectWith(windowsSettingsScript, parseWindowsSettings),
};
