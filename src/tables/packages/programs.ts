import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { profilesQuery, reportClosedHives } from "../powershell/user-hives.ts";
import { type Fields, filled } from "../powershell/values.ts";

const uninstall = "Microsoft\\Windows\\CurrentVersion\\Uninstall";
const keys = [
  `HKLM:\\SOFTWARE\\${uninstall}\\*`,
  `HKLM:\\SOFTWARE\\WOW6432Node\\${uninstall}\\*`,
  `Registry::HKEY_USERS\\*\\Software\\${uninstall}\\*`,
];
const values = [
  "DisplayName",
  "DisplayVersion",
  "InstallLocation",
  "InstallSource",
  "Language",
  "Publisher",
  "UninstallString",
  "InstallDate",
  "BundleIdentifier",
];
const packages =
  "Local Settings\\Software\\Microsoft\\Windows\\CurrentVersion\\AppModel\\Repository\\Packages";

/**
 * Reads each value: Get-ItemProperty fails for a whole key with one malformed number, which some
 * installers write.
 */
export const programsScript = powershellScript({
  programs: `$found=Get-Item -Path ${keys.map((key) => `'${key}'`).join(",")} -ErrorAction SilentlyContinue -ErrorVariable missed;
  foreach($key in $found){
    $program=@{Key=$key.PSChildName};
    foreach($name in ${values.map((value) => `'${value}'`).join(",")}){
      try{$value=$key.GetValue($name); if($null -ne $value){$program[$name]=[string]$value}}catch{$missed+=$_}
    };
    if($program.Count -gt 1){[pscustomobject]$program}
  }`,
  store: `Get-Item -Path 'Registry::HKEY_USERS\\*_Classes\\${packages}\\*' -ErrorAction SilentlyContinue -ErrorVariable missed | ForEach-Object {
    [pscustomobject]@{Package=$_.PSChildName;DisplayName=[string]$_.GetValue('DisplayName');Folder=[string]$_.GetValue('PackageRootFolder')}
  }`,
  profiles: profilesQuery,
});

/**
 * The entries of "Installed apps": programs with an uninstall key and store packages, each once.
 */
export function parsePrograms(printed: string): Collected {
  const answer = readAnswer(printed);
  const programs = answer.required("programs").map(programRow);
  const families = new Map<string, Row>();
  for (const found of answer.optional("store")) {
    const row = packageRow(found);
    if (row) families.set(row.identifying_number, row);
  }
  reportClosedHives(answer, answer.optional("profiles"));
  return { rows: [...programs, ...families.values()], gaps: answer.gaps };
}

function programRow(program: Fields): Row {
  const guid = /^\{[0-9a-f-]{36}\}$/i.exec(filled(program.Key) ?? "")?.[0];
  return {
    name: filled(program.DisplayName),
    version: filled(program.DisplayVersion),
    install_location: filled(program.InstallLocation),
    install_source: filled(program.InstallSource),
    language: filled(program.Language),
    publisher: filled(program.Publisher),
    uninstall_string: filled(program.UninstallString),
    install_date: filled(program.InstallDate),
    identifying_number: guid ?? filled(program.BundleIdentifier),
  };
}

/** A package's full name is name_version_architecture_resource_publisher. */
function packageRow({ Package, DisplayName, Folder }: Fields) {
  const full = filled(Package) ?? "";
  const [name, version, , , publisher] = full.split("_");
  if (!name || !version || !publisher) return undefined;
  const display = filled(DisplayName);
  return {
    // A resource reference ("@{…}", "ms-resource:…") can't be resolved here.
    name: display && !/^@\{|^ms-resource:/.test(display) ? display : name,
    version,
    install_location: filled(Folder),
    identifying_number: full,
    package_family_name: `${name}_${publisher}`,
  };
}

/** One row per installed program (uninstall key) and store package; `upgrade_code` is NULL. */
export const programs: CollectedTable = {
  name: "programs",
  description: "Installed programs and store packages.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    version: "TEXT",
    install_location: "TEXT",
    install_source: "TEXT",
    language: "TEXT",
    publisher: "TEXT",
    uninstall_string: "TEXT",
    install_date: "TEXT",
    identifying_number: "TEXT",
    package_family_name: "TEXT",
    upgrade_code: "TEXT",
  },
  collect: collectWith(programsScript, parsePrograms),
};
