import type { Collected, CollectedTable } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { choice, text, whole } from "../powershell/values.ts";

export const windowsOptionalFeaturesScript = powershellScript({
  features: "Get-CimInstance Win32_OptionalFeature | Select-Object Name,Caption,InstallState",
});

const states = { 1: "Enabled", 2: "Disabled", 3: "Absent", 4: "Unknown" };

export function parseWindowsOptionalFeatures(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = answer.required("features").map(({ Name, Caption, InstallState }) => ({
    name: text(Name),
    caption: text(Caption) ?? "",
    state: whole(InstallState),
    statename: choice(InstallState, states) ?? "Unknown",
  }));
  return { rows, gaps: answer.gaps };
}

/** One row per feature that Windows can switch on, as in osquery. */
export const windowsOptionalFeatures: CollectedTable = {
  name: "windows_optional_features",
  description: "Optional features of Windows, such as SMB 1, and whether they are on.",
  platforms: ["win32"],
  columns: { name: "TEXT", caption: "TEXT", state: "INTEGER", statename: "TEXT" },
  collect: collectWith(windowsOptionalFeaturesScript, parseWindowsOptionalFeatures),
};
