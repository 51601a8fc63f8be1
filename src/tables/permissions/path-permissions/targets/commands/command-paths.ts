import { join } from "node:path/posix";
import type { Host } from "../../../../host/port.ts";
import { isProgram } from "./is-program.ts";
import { simpleCommands } from "./simple-commands.ts";

/** Programs that run another program given as argument. */
const runsItsArgument =
  /^(\S*\/)?((ba|da|a|z|k)?sh|python[0-9.]*|perl|ruby|node|deno|bun|lua|php[0-9.]*|java|exec|source|\.|nohup|env|nice|ionice|time|timeout|setsid|run-parts|if|then|do|else|!|\{)$/;

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
  /** What decides whether the command gets to it; null: it does. */
  awaits: string | null;
}

/** Programs that surely execute the command among their arguments. */
const executesArguments =
  /^(\S*\/)?(flock|chronic|systemd-cat|taskset|stdbuf|chrt|prlimit|strace)$/;

/** Programs that run a command as another account, or in another root folder. */
const changesAccount =
  /^(\S*\/)?(sudo|doas|su|runuser|setpriv|chroot|capsh|start-stop-daemon|systemd-run|unshare|nsenter|setuidgid|gosu|su-exec|chpst|s6-setuidgid)$/;

/** Whether a shell only checks the syntax: "sh -n FILE". */
const isChecked = (words: string[]): boolean =>
  /^(\S*\/)?(ba|da|a|z|k)?sh$/.test(words[0] ?? "") && /^-[a-mo-z]*n/.test(words[1] ?? "");

/** Of those that run another program: what executes it instead of reading it. */
const executes = /^(\S*\/)?(exec|nohup|env|nice|ionice|time|timeout|setsid|if|then|do|else|!|\{)$/;

/**
 * Paths that a command line runs: words that are the program, an interpreter's script or
 * executable. Programs without a path are searched in `folders`; `cd` gives others their folder.
 */
export function commandPaths(host: Host, command: string, folders: string[]): RunPath[] {
  let current: string | undefined;
  // The end of a line of Windows is part of its last word.
  const lines = command.replace(/[^\n]*\r(?=\n|$)/g, "");
  const paths = simpleCommands(host, lines).flatMap(({ words, isSure }) => {
    const first = words[0] ?? "";
    if (isChecked(words)) return [];
    if (first === "cd") current = words[1]?.startsWith("/") ? words[1] : undefined;
    const found = isName(first) ? findProgram(host, first, folders) : undefined;
    const own = found ? [{ path: found, executed: true, awaits: null }] : [];
    const all = [...own, ...namedIn(host, words, current)];
    return isSure ? all : all.map((one) => ({ ...one, awaits: "its command gets to it" }));
  });
  return distinctPaths(paths.map((one) => ({ ...one, path: one.path.replace(/(?<=.)\/+$/, "") })));
}

/** Each path once; one that is also read runs without being executable. */
export function distinctPaths(paths: RunPath[]): RunPath[] {
  const known = new Map<string, RunPath>();
  for (const { path, ...use } of paths) {
    const before = known.get(path) ?? use;
    known.set(path, {
      path,
      executed: use.executed && before.executed,
      awaits: before.awaits === null ? null : use.awaits,
    });
  }
  return [...known.values()];
}

const isName = (word: string) => /^[\w.+-]+$/.test(word);

/** The words of one command that it runs, with relative ones in the folder `current`. */
function namedIn(host: Host, words: string[], current: string | undefined): RunPath[] {
  let before: string | undefined;
  let changer: string | undefined;
  return words.flatMap((word) => {
    const runner = before;
    changer ??= changesAccount.test(word) ? word : undefined;
    if (!isOption(word)) before = word;
    if (isOption(word) || isOpen(word)) return [];
    const isRun = runner === undefined || runsItsArgument.test(runner);
    const path = pathOf(word, { current, isRun: isRun && runner !== undefined });
    if (path === undefined) return [];
    if (!isRun && (handlesFiles.test(words[0]!) || !isProgram(host, path))) return [];
    const executed = !isRun || runner === undefined || executes.test(runner);
    const runs = isRun || executesArguments.test(words[0]!) ? null : `${words[0]} runs it`;
    const isOwn = changer === undefined || changer === word;
    const awaits = isOwn ? runs : `${changer} runs it as root, and not as another account`;
    return [{ path, executed, awaits }];
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
export function wildcardFolders(
  host: Host,
  command: string,
): { path: string; awaits: string | null }[] {
  const found = new Map<string, string | null>();
  let folder: string | undefined;
  for (const { words, isSure } of simpleCommands(host, withoutQuoted(command))) {
    if (words[0] === "cd") folder = words[1]?.startsWith("/") ? words[1] : undefined;
    const options = words.slice(0, words.includes("--") ? words.indexOf("--") : undefined);
    const program = words.find((word) => readsOptions.test(word));
    if (!folder || isOpen(folder) || !program || !options.some((word) => word.startsWith("*")))
      continue;
    const isRun = isSure && /^(\S*\/)?tar$/.test(words[0]!);
    if (found.get(folder) !== null)
      found.set(folder, isRun ? null : `${program} runs what a file name says`);
  }
  return [...found].map(([path, awaits]) => ({ path, awaits }));
}

/** The shell expands no names in quotes. */
const withoutQuoted = (command: string) => command.replace(/'[^']*\*[^']*'|"[^"]*\*[^"]*"/g, "");

function findProgram(host: Host, name: string, folders: string[]): string | undefined {
  return folders.map((folder) => `${folder}/${name}`).find((path) => isProgram(host, path));
}
