/** What a command of Windows runs: its program, scripts for it, and what an unquoted path leaves open. */
export interface CommandUse {
  program: string | null;
  scripts: string[];
  /**
   * Files that Windows looks for before the program: a path without quotes is tried up to each blank
   * first (CreateProcess).
   */
  earlier: string[];
}

const ending = /\.(?:exe|com|bat|cmd)(?=\s|$)/i;
const interpreters =
  /\\(?:powershell|pwsh|cmd|wscript|cscript|python|pythonw|python3|node|perl)\.exe$/i;

/**
 * Only full paths count. Of an interpreter's arguments only those that are a script for certain: the
 * first path after its options.
 */
export function commandUse(command: string): CommandUse {
  const text = command.trim();
  const [, quoted] = /^"([A-Za-z]:\\[^"]+)"/.exec(text) ?? [];
  const program = quoted ?? unquotedProgram(text);
  if (program === null) return { program, scripts: [], earlier: [] };
  const rest = text.slice(program.length + (quoted === undefined ? 0 : 2)).trim();
  return {
    program,
    scripts: interpreters.test(program) ? scriptsIn(rest) : [],
    earlier: quoted === undefined ? earlierPaths(program) : [],
  };
}

function unquotedProgram(text: string): string | null {
  if (!/^[A-Za-z]:\\[^"]/.test(text)) return null;
  const end = ending.exec(text);
  return end ? text.slice(0, end.index + end[0].length) : null;
}

function earlierPaths(program: string): string[] {
  const blanks = [...program.matchAll(/(?<=\S) +(?=\S)/g)].map(({ index }) => index);
  return blanks.map((at) => program.slice(0, at)).map(withEnding);
}

/** Windows adds the ending only where there is none. */
const withEnding = (path: string) => (/\.[^\\.]*$/.test(path) ? path : `${path}.exe`);

function scriptsIn(rest: string): string[] {
  const [, quoted, plain] =
    /^(?:(?:[-/][\w:.]+|Bypass|RemoteSigned|Unrestricted|Hidden|Normal)\s+)*&?\s*(?:"{1,2}([A-Za-z]:\\[^"]+)"|([A-Za-z]:\\\S+))/i.exec(
      rest,
    ) ?? [];
  const path = quoted ?? plain;
  return path && /\.(?:ps1|bat|cmd|vbs|js|wsf|py|pl)$/i.test(path) ? [path] : [];
}

/** The folder of a path; null above a drive. */
export function folderOf(path: string): string | null {
  const at = path.lastIndexOf("\\");
  if (at < 2) return null;
  return at === 2 ? path.slice(0, 3) : path.slice(0, at);
}
