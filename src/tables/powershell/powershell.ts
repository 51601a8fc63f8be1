import { TableUnavailable } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import type { Collected } from "../model/table.ts";

/** Queries by the name of their answer; each fails independently. */
export type Queries = Record<string, string>;

const prelude = `
  $ErrorActionPreference='Stop';
  $WarningPreference='SilentlyContinue';
  $ProgressPreference='SilentlyContinue';
  try{[Console]::OutputEncoding=New-Object Text.UTF8Encoding $false}catch{};
  $elevated=$null;
  try{$elevated=([Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()).IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)}catch{};
  $seen=@{};
  $failed=@();
`;

const epilogue =
  "ConvertTo-Json -Compress -Depth 6 -InputObject @{seen=$seen;failed=$failed;elevated=$elevated}";

/**
 * Combines queries into one script, whose output `readAnswer` parses. A query may collect errors
 * that only cost it some rows (`-ErrorAction SilentlyContinue -ErrorVariable missed`); "not found"
 * doesn't count, an absent key has no rows. Queries must not contain double quotes: those need
 * escaping twice, for Windows and for PowerShell.
 */
export function powershellScript(queries: Queries): string {
  const steps = Object.entries(queries).map(
    ([name, query]) => `
      $missed=@();
      try{$seen['${name}']=@(${query})}catch{$failed+=${failure(name, "$_", "0")}};
      $missed=@($missed | Where-Object {$_.CategoryInfo.Category -ne 'ObjectNotFound'});
      if($missed){$failed+=${failure(name, "$missed[0]", "$missed.Count")}};
    `,
  );
  return [prelude, ...steps, epilogue]
    .join("")
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

/** An error for `readAnswer`: the identifiers that PowerShell doesn't localize, and its message. */
const failure = (name: string, error: string, missed: string) =>
  `@{query='${name}';missed=${missed};category=[string]${error}.CategoryInfo.Category;id=[string]${error}.FullyQualifiedErrorId;message=[string]${error}.Exception.Message}`;

export const powershellArgs = (script: string) => [
  "-NoProfile",
  "-NonInteractive",
  "-Command",
  script,
];

/** A collector that runs `script` and parses its output. */
export function collectWith(
  script: string,
  parse: (text: string, nowMs: number) => Collected,
): (host: Host) => Promise<Collected> {
  return async (host) => parse(await runPowerShell(host, script), host.now());
}

/** Windows PowerShell, present on every Windows, or else PowerShell 7. */
async function runPowerShell(host: Host, script: string): Promise<string> {
  try {
    return (await host.run("powershell.exe", powershellArgs(script))).stdout;
  } catch (error) {
    const missing = error instanceof TableUnavailable && error.reason === "table_missing";
    if (!missing) throw error;
    return (await host.run("pwsh.exe", powershellArgs(script))).stdout;
  }
}
