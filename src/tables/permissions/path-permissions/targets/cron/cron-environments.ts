import { loadingVariables } from "../../../../commands/loaded-files.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { isProgram } from "../../../../host/is-program.ts";
import { foldersOf } from "../path-variable.ts";

/** cron's default PATH. */
export const cronPath = ["/usr/bin", "/bin"];

/** The jobs of a crontab between two settings that matter, which hold for later lines only. */
export interface CronEnvironment {
  /** The value of PATH as it is set; null: cron's default. */
  path: string | null;
  folders: string[];
  /** The value of SHELL; null: /bin/sh. */
  shell: string | null;
  /** The values of the variables by which programs load files, and HOME. */
  variables: ReadonlyMap<string, string>;
  commands: string[];
}

const setting = new RegExp(
  `^\\s*(["']?)(${["PATH", "SHELL", "HOME", ...loadingVariables].join("|")})\\1\\s*=\\s*(["']?)(.*?)\\3\\s*$`,
);

/** More settings than this are not followed one by one: each is an environment of its own. */
const maxSettings = 200;

export function environmentsOf(
  text: string,
  parse: (text: string) => { command: string }[],
): CronEnvironment[] {
  const found: { variables: ReadonlyMap<string, string>; lines: string[] }[] = [
    { variables: new Map(), lines: [] },
  ];
  for (const line of text.split("\n")) {
    const [, , name, , value = ""] = setting.exec(line) ?? [];
    const last = found.at(-1)!;
    if (name === undefined || found.length > maxSettings) last.lines.push(line);
    else found.push({ variables: new Map([...last.variables, [name, value]]), lines: [] });
  }
  return found.map(({ variables, lines }) => {
    const path = variables.get("PATH") ?? null;
    return {
      path,
      folders: path === null ? cronPath : foldersOf(path),
      shell: variables.get("SHELL") ?? null,
      variables,
      commands: parse(lines.join("\n")).map(({ command }) => command),
    };
  });
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
