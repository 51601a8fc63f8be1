import type { Host } from "../../../host/port.ts";

/** Words after which another one is run. */
const runsItsArgument =
  /^(\S*\/)?((ba|da|a|z|k)?sh|python[0-9.]*|perl|ruby|node|deno|bun|lua|php[0-9.]*|java|exec|source|\.|nohup|env|nice|ionice|time|timeout|setsid|run-parts|if|then|do|else|!)$/;

/** Options, and the numbers that some of them take. */
const isOption = (word: string) => /^[-+]|^\d+[smhd]?$/.test(word);

/** What a shell or systemd puts something else in place of. */
const isOpen = (word: string) => /[$%*?[\]{}~]/.test(word);

/**
 * Paths that a command line runs: a word counts if it is the program, the script of an interpreter,
 * or executable itself. Programs without a path are looked for in `folders`.
 */
export function commandPaths(host: Host, command: string, folders: string[]): string[] {
  const paths = simpleCommands(command).flatMap((words) => {
    let before: string | undefined;
    const named = words.filter((word) => {
      const runner = before;
      if (!isOption(word)) before = word;
      if (!word.startsWith("/") || isOpen(word)) return false;
      return runner === undefined || runsItsArgument.test(runner) || isProgram(host, word);
    });
    const first = words[0] ?? "";
    const found = /^[\w.+-]+$/.test(first) ? findProgram(host, first, folders) : undefined;
    return found ? [found, ...named] : named;
  });
  return [...new Set(paths.map((path) => path.replace(/(?<=.)\/+$/, "")))];
}

/** Programs that take a file's name for an option (`tar *`): who may make files in the folder runs what they want. */
const readsOptions = /^(\S*\/)?(tar|chown|chmod|chgrp|rsync|zip|7z|7za)$/;

/** Folders whose file names become arguments of such a program: `cd /srv && tar czf /b.tgz *`. */
export function wildcardFolders(command: string): string[] {
  const found = new Set<string>();
  let folder: string | undefined;
  for (const words of simpleCommands(command)) {
    if (words[0] === "cd") folder = words[1]?.startsWith("/") ? words[1] : undefined;
    const isWide = words.some((word) => word.startsWith("*"));
    if (folder && isWide && words.some((word) => readsOptions.test(word))) found.add(folder);
  }
  return [...found].filter((path) => !isOpen(path));
}

/** What is longer lists arguments. */
const maxLength = 1_000;

/** Words of each command on a line; what quotes hold is taken for more of the same. */
function simpleCommands(command: string): string[][] {
  return command
    .slice(0, maxLength)
    .split(/\$\(|[;&|()`\n]+/)
    .map((part) =>
      part
        .split(/[\s<>"'=]+/)
        .map((word) => word.replace(/^[-@+!:]+(?=\/)/, ""))
        .filter((word) => word !== ""),
    )
    .filter((words) => words.length > 0);
}

function findProgram(host: Host, name: string, folders: string[]): string | undefined {
  return folders.map((folder) => `${folder}/${name}`).find((path) => isProgram(host, path));
}

/** What can't be looked at is no program for now: the look at its permissions tells why. */
export function isProgram(host: Host, path: string): boolean {
  try {
    const stats = host.stat(path);
    return stats.isFile() && (stats.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}
