import type { Collected } from "../../model/table.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { type Fields, filled, seconds, text, whole } from "../../powershell/values.ts";
import { windowsSupportEnd } from "./windows-support-ends.ts";

export const osVersionScript = powershellScript({
  system:
    "Get-CimInstance Win32_OperatingSystem | Select-Object Caption,Version,BuildNumber,OSArchitecture,InstallDate",
  release:
    "Get-ItemProperty 'HKLM:\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion' | Select-Object UBR,DisplayVersion,ReleaseId",
});

export function parseOsVersion(printed: string): Collected {
  const answer = readAnswer(printed);
  const release = answer.optional("release", ["revision", "version_id", "pretty_name"])[0] ?? {};
  const rows = answer
    .required("system")
    .slice(0, 1)
    .map((system) => osRow(system, release));
  for (const { pretty_name, support_end } of rows)
    if (!support_end)
      answer.gaps.push({
        reason: "table_missing",
        detail: `the end of support of ${pretty_name} is not known`,
        columns: ["support_end"],
      });
  return { rows, gaps: answer.gaps };
}

function osRow(system: Fields, release: Fields) {
  const name = filled(system.Caption);
  const [major, minor, build] = (text(system.Version) ?? "").split(".");
  // DisplayVersion since 20H2 ("22H2"); ReleaseId stopped at 2009.
  const named = filled(release.DisplayVersion) ?? filled(release.ReleaseId);
  return {
    name,
    version: filled(system.Version),
    major: whole(major),
    minor: whole(minor),
    patch: null,
    build: filled(system.BuildNumber) ?? build ?? null,
    platform: "windows",
    platform_like: "windows",
    codename: name,
    arch: filled(system.OSArchitecture), // "64-bit", localized, as in osquery
    install_date: seconds(system.InstallDate),
    revision: whole(release.UBR),
    pretty_name: [name, named].filter(Boolean).join(" ") || null,
    version_id: named,
    support_end: windowsSupportEnd(name ?? "", named ?? "") ?? null,
  };
}

export const collectWindows = collectWith(osVersionScript, parseOsVersion);
