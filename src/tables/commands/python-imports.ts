import { dirname } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import { isFile } from "../host/inspect.ts";
import type { RunPath } from "./run-path.ts";

/** Options with which Python does not look beside the script, or in the site's folders. */
const isolated = /^-[a-zA-Z]*[IPs]/;

/** Modules that Python has before a script begins, so that none of their names is looked for. */
const loadedBefore = new Set(
  `abc atexit builtins codecs encodings errno faulthandler gc genericpath io itertools marshal os posix
  posixpath pwd signal site stat sys time zipimport`.split(/\s+/),
);

/** The modules beside a Python script that it imports. */
export function importedModules(
  { host }: GapReader,
  { path, text, options }: { path: string; text: string; options: string[] },
): RunPath[] {
  if (options.some((option) => isolated.test(option))) return [];
  const folder = dirname(path);
  const doubt = `${path} gets to its line`;
  let isSure = true;
  return text.split("\n").flatMap((line) => {
    const [, indent = "", name] = /^(\s*)(?:from|import)\s+([A-Za-z_]\w*)/.exec(line) ?? [];
    const found = name && ["", "/__init__"].map((end) => `${folder}/${name}${end}.py`);
    const here = found && !loadedBefore.has(name) ? found.filter((one) => isFile(host, one)) : [];
    const awaits = isSure && indent === "" ? null : doubt;
    // What stands between may raise an error or end the script.
    if (name === undefined && !/^\s*(?:#|$|"""|''')/.test(line)) isSure = false;
    return here.map((module) => ({ path: module, executed: false, awaits }));
  });
}
