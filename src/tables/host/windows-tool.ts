/** A tool's full path and all that it sees of the environment. */
export interface WindowsTool {
  file: string;
  env: Record<string, string>;
}

/**
 * Where a stock tool of Windows is. Never looked up: Windows would look into the current folder
 * first, and run what a user has put there. The folders come from `environment` (SystemRoot,
 * ProgramFiles, ProgramData), or are Windows' own where that says nothing sensible.
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
      // Else a module in the user's documents could stand in for one of Windows' own.
      PSModulePath: `${powershell}\\Modules`,
      POWERSHELL_TELEMETRY_OPTOUT: "1",
      POWERSHELL_UPDATECHECK: "Off",
    },
  };
}

/** A full path on a drive, without the slash at its end. */
function folderOf(value: string | undefined, usual: string): string {
  return /^[A-Za-z]:\\[^;"<>|]+$/.test(value ?? "") ? value!.replace(/\\+$/, "") : usual;
}
