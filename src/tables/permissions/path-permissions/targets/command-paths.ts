import { join } from "node:path/posix";
import type { Host } from "../../../host/port.ts";

/** Programs that run another program given as argument. */
const runsItsArgument =
  /^(\S*\/)?((ba|da|a|z|k)?sh|python[0-9.]*|perl|ruby|node|deno|bun|lua|php[0-9.]*|java|exec|source|\.|nohup|env|nice|ionice|time|timeout|setsid|run-parts|if|then|do|else|!)$/;

/** Options, and numeric option values. */
const isOption = (word: string) => /^[-+]|^\d+[smhd]?$/.test(word);

/** Text that a shell or systemd expands. */
const isOpen = (word: string) => /[$%*?[\]{}~]/.test(word);

/** Programs that only handle the files they are given, executable or not. */
const handlesFiles =
  /^(\S*\/)?(\[|test|ls|stat|cp|mv|rm|ln|cat|grep|tar|touch|chmod|chown|chgrp|install|rsync|scp|gzip|md5sum|sha\d+sum|logger|echo)$/;

/** A path that a command runs; `executed` by the kernel, not read by an interpreter. */
export interface RunPath {
  path: string;
  executed: boolean;
}

/** Of those that run another program: what executes it instead of reading it. */
const executes = /^(\S*\/)?(exec|nohup|env|nice|ionice|time|timeout|setsid|if|then|do|else|!)$/;

/**
 * Paths that a command line runs: words that are the program, an interpreter's script or
 * executable. Programs without a path are searched in `folders`; `cd` gives others their folder.
 */
export function commandPaths(host: Host, command: string, folders: string[]): RunPath[] {
  let current: string | undefined;
  const paths = simpleCommands(command).flatMap((words) => {
    const first = words[0] ?? "";
    if (first === "cd") current = words[1]?.startsWith("/") ? words[1] : undefined;
    const found = isName(first) ? findProgram(host, first, folders) : undefined;
    return [...(found ? [{ path: found, executed: true }] : []), ...namedIn(host, words, current)];
  });
  return distinctPaths(paths.map((one) => ({ ...one, path: one.path.replace(/(?<=.)\/+$/, "") })));
}

/** Each path once; one that is also read runs without being executable. */
export function distinctPaths(paths: RunPath[]): RunPath[] {
  const known = new Map<string, RunPath>();
  for (const { path, executed } of paths)
    known.set(path, { path, executed: executed && (known.get(path)?.executed ?? true) });
  return [...known.values()];
}

const isName = (word: string) => /^[\w.+-]+$/.test(word);

/** The words of one command that it runs, with relative ones in the folder `current`. */
function namedIn(host: Host, words: string[], current: string | undefined): RunPath[] {
  let before: string | undefined;
  return words.flatMap((word) => {
    const runner = before;
    if (!isOption(word)) before = word;
    if (isOption(word) || isOpen(word)) return [];
    const isRun = runner === undefined || runsItsArgument.test(runner);
    const path = pathOf(word, { current, isRun: isRun && runner !== undefined });
    if (path === undefined) return [];
    if (!isRun && (handlesFiles.test(words[0]!) || !isProgram(host, path))) return [];
    return [{ path, executed: !isRun || runner === undefined || executes.test(runner) }];
  });
}

/** A name without a slash is a file of the folder only for an interpreter. */
function pathOf(
  word: string,
  { current, isRun }: { current: string | undefined; isRun: boolean },
): string | undefined {
  if (word.startsWith("/")) return word;
  return current && (word.includes("/") || isRun) ? join(current, word) : undefined;
}

/**
 * Programs that may read a file name as an option (`tar *`): whoever can create files in the folder
 * can run commands.
 */
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

/** Longer lines list arguments. */
const maxLength = 1_000;

/** Words of each command on a line; quoted text is treated as more words. */
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

/** False when it can't be inspected: the row of its permissions reports why. */
export function isProgram(host: Host, path: string): boolean {
  try {
    const stats = host.stat(path);
    return stats.isFile() && (stats.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}
