import type { GapReader } from "../../../../host/gap-reader.ts";
import { commandPaths, distinctPaths, type RunPath, wildcardFolders } from "./command-paths.ts";

/** Longer scripts are rare, and reading them all would take long. */
const maxBytes = 64 << 10;

/**
 * The paths that a command runs, and what those of them that are shell scripts source or run by
 * a path, one level deep.
 */
export function pathsAndScripts(read: GapReader, command: string, folders: string[]): RunPath[] {
  const paths = commandPaths(read.host, command, folders);
  const inScripts = paths.flatMap(({ path, awaits }) =>
    scriptPaths(read, path).map((one) => ({ ...one, awaits: awaits ?? one.awaits })),
  );
  return distinctPaths([...paths, ...inScripts]);
}

/** Folders whose file names a command, or a shell script that it runs, passes to a program that reads options. */
export function wildcardsIn(
  { host }: GapReader,
  command: string,
  folders: string[],
): { path: string; awaits: string | null }[] {
  const inScripts = commandPaths(host, command, folders).flatMap(({ path, awaits }) => {
    const text = shellLines(host, path).join("\n");
    // What a function or a here-document holds may never be run.
    const isPlain = !/\(\)|<<|^\s*(?:set|trap|function)\b/m.test(text);
    return wildcardFolders(host, text).map((one) => ({
      path: one.path,
      awaits: awaits ?? one.awaits ?? (isPlain ? null : `${path} gets to its line`),
    }));
  });
  return [...wildcardFolders(host, command), ...inScripts];
}

/**
 * Only words that start a line of a shell script count, not what it may hold as text. Behind a line
 * that may end the script, skip others or begin a block, none is sure.
 */
export function scriptPaths({ host }: GapReader, path: string): RunPath[] {
  let isSure = true;
  return shellLines(host, path).flatMap((line) => {
    const [, runner, found] =
      /^\s*(?:(\.|source|exec)\s+)?(\/[\w./+-]+)(?=[\s;&|]|$)/.exec(line) ?? [];
    const executed = runner === undefined || runner === "exec";
    const awaits = isSure ? null : `${path} gets to its line`;
    if (decides.test(line)) isSure = false;
    return found === undefined ? [] : [{ path: found, executed, awaits }];
  });
}

const decides =
  /^\s*(?:if|while|until|for|case|exit|return|exec|set|trap|function|\.|source|\[|test|\{|\()(?:\s|$)|\(\)|<<|&&|\|\|/;

function shellLines(host: GapReader["host"], path: string): string[] {
  try {
    if (!host.stat(path).isFile()) return [];
    if (!/^#! *\S*\/(env )?(ba|da|z|k)?sh\b/.test(host.read(path, 64))) return [];
    return host.read(path, maxBytes).split("\n");
  } catch {
    return []; // the row of its permissions reports what can't be inspected
  }
}
