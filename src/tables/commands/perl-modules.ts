import type { GapReader } from "../host/gap-reader.ts";
import { isFile } from "../host/inspect.ts";
import { type Environment, listedIn } from "./loaded-files.ts";
import type { RunPath } from "./run-path.ts";

interface PerlScript {
  path: string;
  text: string;
  /** Of the command and of the script's first line. */
  options: string[];
}

/** "-T" and "-t" among other letters; a letter behind one that takes a value is part of that. */
const tainted = /^-[acflnpsuUvwWX0-7]*[tT]/;

/** "use lib …;", and the same by hand. */
const addsFolders = [
  /^\s*use\s+lib\s([^;]*);/,
  /^\s*BEGIN\s*\{\s*unshift[\s(]+@INC\s*,([^;{}]*)(?:;\s*)?\}[\s;]*(?:#.*)?$/,
];

/** More modules than this are as good as the first ones. */
const maxModules = 20;

/**
 * Modules of a Perl script where PERL5LIB or the script has Perl look for them first. All that it uses is loaded
 * before its first line is run.
 */
export function usedModules(
  { host }: GapReader,
  { path, text, options }: PerlScript,
  environment: Environment,
): RunPath[] {
  const taint = options.find((option) => tainted.test(option));
  const fromVariable = listedIn(environment, "PERL5LIB");
  const barred = taint === undefined ? undefined : `perl ${taint} ignores PERL5LIB`;
  const own: string[] = [];
  const found: RunPath[] = [];
  const doubt = `${path} gets to its line`;
  let isSure = true;
  for (const line of text.split("\n")) {
    if (/^__(?:END|DATA)__|^=\w/.test(line) || found.length > maxModules) break;
    const [library] = addsFolders.flatMap((pattern) => pattern.exec(line)?.[1] ?? []);
    if (/^\s*(?:BEGIN\b|no\s+lib\b)/.test(line) && library === undefined) isSure = false;
    if (library !== undefined) {
      own.unshift(...constantFolders(library.trim()));
      continue;
    }
    const [, indent = "", name] = /^(\s*)use\s+([A-Za-z_]\w*(?:::\w+)*)\b/.exec(line) ?? [];
    if (name === undefined || /^v\d/.test(name)) continue;
    const module = `${name.replaceAll("::", "/")}.pm`;
    const awaits = isSure && indent === "" ? null : doubt;
    found.push(...lookedThrough(own, module, awaits));
    if (!own.some((folder) => isFile(host, `${folder}/${module}`)))
      found.push(
        ...lookedThrough(fromVariable, module, awaits).map((one) => ({
          ...one,
          ...(barred && { barred }),
        })),
      );
  }
  return found;

  /** The folders up to the one that has the module. */
  function lookedThrough(folders: string[], module: string, awaits: string | null): RunPath[] {
    const at = folders.findIndex((folder) => isFile(host, `${folder}/${module}`));
    const before = at < 0 ? folders : folders.slice(0, at);
    return [
      ...before.map((folder) => ({ path: folder, executed: false, awaits })),
      ...(at < 0 ? [] : [{ path: `${folders[at]}/${module}`, executed: false, awaits }]),
    ];
  }
}

/** "'/opt/lib'" or "qw(/opt/a /opt/b)". */
function constantFolders(list: string): string[] {
  const words = /^qw\s*[([{/]([^)\]}]*)/.exec(list)?.[1] ?? list.replace(/["'(),]/g, " ");
  return words.split(/\s+/).filter((word) => /^\/[^$@]*$/.test(word));
}
