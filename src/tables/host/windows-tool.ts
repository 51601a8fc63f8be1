/** A tool's full path and its whole environment. */
export interface WindowsTool {
  file: string;
  env: Record<string, string>;
}

/**
 * The path of a stock Windows tool. There is no PATH lookup: Windows searches the current folder
 * first and would run a program planted there. Folders come from `environment` (SystemRoot,
 * ProgramFiles, ProgramData), or are the defaults where that is not plausible.
 */
export function windowsTool(
  tool: string,
  environment: Record<string, string | undefined>,
): WindowsTool {
  const windows = folderOf(environment.SystemRoot, "C:\\Windows");
  const programs = folderOf(environment.ProgramFiles, "C:\\Program Files");
  const system = `${windows}\\System32`;
  const powershell = `${system}\\WindowsPowerShell\\v1.0`;
  const folders: Record<string, string> = {
    "powershell.exe": powershell,
    "pwsh.exe": `${programs}\\PowerShell\\7`,
  };
  return {
    file: `${folders[tool] ?? system}\\${tool}`,
    env: {
      SystemRoot: windows,
      windir: windows,
      SystemDrive: windows.slice(0, 2),
      ProgramFiles: programs,
      ProgramData: folderOf(environment.ProgramData, `${windows.slice(0, 2)}\\ProgramData`),
      PATH: [system, windows, `${system}\\Wbem`, powershell].join(";"),
      PATHEXT: ".COM;.EXE",
      // Otherwise a module in the user's documents could replace one of Windows' own.
      PSModulePath: `${powershell}\\Modules`,
      POWERSHELL_TELEMETRY_OPTOUT: "1",
      POWERSHELL_UPDATECHECK: "Off",
    },
  };
}

/** A full path on a drive, without a trailing slash. */
function folderOf(value: string | undefined, usual: string): string {
  return /^[A-Za-z]:\\[^;"<>|]+$/.test(value ?? "") ? value!.replace(/\\+$/, "") : usual;
}
