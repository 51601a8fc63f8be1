import { isProgram } from "../../../../commands/is-program.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { foldersOf } from "../path-variable.ts";

/** cron's default PATH. */
export const cronPath = ["/usr/bin", "/bin"];

/** The jobs of a crontab between two settings of PATH or SHELL, which hold for later lines only. */
export interface CronEnvironment {
  /** The value of PATH as it is set; null: cron's default. */
  path: string | null;
  folders: string[];
  /** The value of SHELL; null: /bin/sh. */
  shell: string | null;
  commands: string[];
}

export function environmentsOf(
  text: string,
  parse: (text: string) => { command: string }[],
): CronEnvironment[] {
  const found: { path: string | null; shell: string | null; lines: string[] }[] = [
    { path: null, shell: null, lines: [] },
  ];
  for (const line of text.split("\n")) {
    const [, , name, , value = ""] =
      /^\s*(["']?)(PATH|SHELL)\1\s*=\s*(["']?)(.*?)\3\s*$/.exec(line) ?? [];
    const last = found.at(-1)!;
    if (name === undefined) last.lines.push(line);
    else found.push({ ...last, [name.toLowerCase()]: value, lines: [] });
  }
  return found.map(({ path, shell, lines }) => ({
    path,
    folders: path === null ? cronPath : foldersOf(path),
    shell,
    commands: parse(lines.join("\n")).map(({ command }) => command),
  }));
}

/** Why a job runs nothing in this shell. */
export function shellRefusal({ host }: GapReader, { shell }: CronEnvironment): string | null {
  if (shell === null) return null;
  if (/\/(?:false|true|nologin)$/.test(shell)) return `its SHELL, ${shell}, runs no command`;
  return shell.startsWith("/") && !isProgram(host, shell)
    ? `its SHELL, ${shell}, is missing`
    : null;
}

export const isUsualShell = (shell: string | null) =>
  shell === null || /\/(?:ba|da|z|k|mk|a)?sh$/.test(shell);
