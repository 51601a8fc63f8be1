import { TableUnavailable } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import type { Collected } from "../model/table.ts";

/** Queries by the name their answer goes under; each fails by itself. */
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
 * One script of several queries, whose answers `readAnswer` takes apart. A query may name errors
 * that cost it only some rows (`-ErrorAction SilentlyContinue -ErrorVariable missed`), of which
 * "not found" is none: a key that isn't there has nothing to tell. It may use no double quote:
 * those need escaping twice, once for Windows and once for PowerShell.
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

/** What `readAnswer` knows of an error: words that PowerShell doesn't translate, and its message. */
const failure = (name: string, error: string, missed: string) =>
  `@{query='${name}';missed=${missed};category=[string]${error}.CategoryInfo.Category;id=[string]${error}.FullyQualifiedErrorId;message=[string]${error}.Exception.Message}`;

export const powershellArgs = (script: string) => [
  "-NoProfile",
  "-NonInteractive",
  "-Command",
  script,
];

/** A table's collector: what PowerShell prints for `script`, as `parse` reads it. */
export function collectWith(
  script: string,
  parse: (text: string, nowMs: number) => Collected,
): (host: Host) => Promise<Collected> {
  return async (host) => parse(await runPowerShell(host, script), host.now());
}

/** Windows PowerShell, which every Windows has, else PowerShell 7. */
async function runPowerShell(host: Host, script: string): Promise<string> {
  try {
    return (await host.run("powershell.exe", powershellArgs(script))).stdout;
  } catch (error) {
    const missing = error instanceof TableUnavailable && error.reason === "table_missing";
    if (!missing) throw error;
    return (await host.run("pwsh.exe", powershellArgs(script))).stdout;
  }
}
