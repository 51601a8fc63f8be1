import type { Collected, CollectedTable } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { text } from "../powershell/values.ts";

/**
 * `InstalledOn` as WMI stores it: PowerShell converts it to a date and may shift the day by time
 * zone.
 */
export const patchesScript = powershellScript({
  patches:
    "Get-CimInstance Win32_QuickFixEngineering | Select-Object CSName,HotFixID,Caption,Description,FixComments,InstalledBy,InstallDate,@{n='InstalledOn';e={[string]$_.CimInstanceProperties['InstalledOn'].Value}}",
});

export function parsePatches(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = answer.required("patches").map((patch) => ({
    csname: text(patch.CSName),
    hotfix_id: text(patch.HotFixID),
    caption: text(patch.Caption),
    description: text(patch.Description),
    fix_comments: text(patch.FixComments),
    installed_by: text(patch.InstalledBy),
    install_date: text(patch.InstallDate),
    installed_on: installedOn(text(patch.InstalledOn)),
  }));
  const undated = rows.filter(({ installed_on }) => installed_on === null).length;
  if (undated > 0)
    answer.gaps.push({
      reason: "error",
      detail: `${undated} updates without a date`,
      columns: ["installed_on"],
    });
  return { rows, gaps: answer.gaps };
}

const ticksPerMillisecond = 10_000n;
/** Milliseconds from 1601, the Windows epoch, to 1970. */
const windowsEpochMs = 11_644_473_600_000n;

/** month/day/year; some old updates have sixteen hexadecimal digits instead. */
function installedOn(value: string | null): string | null {
  if (!/^[0-9a-f]{16}$/i.test(value ?? "")) return value || null;
  const ms = BigInt(`0x${value}`) / ticksPerMillisecond - windowsEpochMs;
  const date = new Date(Number(ms));
  if (Number.isNaN(date.getTime())) return value;
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
}

/** One row per update that Windows can uninstall; store and driver updates are not included. */
export const patches: CollectedTable = {
  name: "patches",
  description: "Installed Windows updates.",
  platforms: ["win32"],
  columns: {
    csname: "TEXT",
    hotfix_id: "TEXT",
    caption: "TEXT",
    description: "TEXT",
    fix_comments: "TEXT",
    installed_by: "TEXT",
    install_date: "TEXT",
    installed_on: "TEXT",
  },
  collect: collectWith(patchesScript, parsePatches),
};
