import type { GapReader } from "../../../host/gap-reader.ts";
import { commandPaths, distinctPaths, type RunPath } from "./command-paths.ts";

/** Longer scripts are rare, and reading them all would take long. */
const maxBytes = 64 << 10;

/**
 * The paths that a command runs, and what those of them that are shell scripts source or run by
 * a path, one level deep.
 */
export function pathsAndScripts(read: GapReader, command: string, folders: string[]): RunPath[] {
  const paths = commandPaths(read.host, command, folders);
  return distinctPaths([...paths, ...paths.flatMap(({ path }) => scriptPaths(read, path))]);
}

/** Only words that start a line of a shell script count, not what it may hold as text. */
export function scriptPaths({ host }: GapReader, path: string): RunPath[] {
  return shellLines(host, path).flatMap((line) => {
    const [, runner, found] =
      /^\s*(?:(\.|source|exec)\s+)?(\/[\w./+-]+)(?=[\s;&|]|$)/.exec(line) ?? [];
    const executed = runner === undefined || runner === "exec";
    return found === undefined ? [] : [{ path: found, executed }];
  });
}

function shellLines(host: GapReader["host"], path: string): string[] {
  try {
    if (!host.stat(path).isFile()) return [];
    if (!/^#! *\S*\/(env )?(ba|da|z|k)?sh\b/.test(host.read(path, 64))) return [];
    return host.read(path, maxBytes).split("\n");
  } catch {
    return []; // the row of its permissions reports what can't be inspected
  }
}
