import { dirname } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import { isFile, isFolder } from "../host/inspect.ts";
import { realPathOf } from "../host/real-path.ts";
import { isRootsAlone } from "../host/roots-alone.ts";
import { type Environment, listedIn } from "./loaded-files.ts";
import type { RunPath } from "./run-path.ts";

/** Options with which Python does not look beside the script. */
const isolated = /^-[a-zA-Z]*[IP]/;
/** Options with which it does not look where PYTHONPATH says, or not for the site's own module. */
const withoutVariables = /^-[a-zA-Z]*[IES]/;

/** Modules that Python has before a script begins, so that none of their names is looked for. */
const loadedBefore = new Set(
  `abc atexit builtins codecs encodings errno faulthandler gc genericpath importlib io itertools marshal ntpath
  os posix posixpath pwd runpy signal site stat sys time zipimport`.split(/\s+/),
);

/** Modules that are built in, or that Python may have loaded for the site's packages. */
const mayBeLoaded = new Set(
  `array binascii cmath collections contextlib copyreg enum fcntl functools grp heapq keyword locale math
  operator pyexpat re reprlib select sitecustomize spwd sre_compile sre_constants sre_parse syslog types
  unicodedata usercustomize warnings zlib __future__ __main__`.split(/\s+/),
);

interface PythonScript {
  path: string;
  text: string;
  options: string[];
}

/** The modules beside a Python script that it imports, and its folder if one may be put there. */
export function importedModules(
  { host }: GapReader,
  { path, text, options }: PythonScript,
): RunPath[] {
  // Python looks beside the file that a link leads to.
  const folder = dirname(realPathOf(host, path));
  const own = options.find((option) => isolated.test(option));
  const barred = own === undefined ? undefined : `python ${own} does not look beside ${path}`;
  const doubt = `${path} gets to its line`;
  let isSure = true;
  let isAddable = false;
  const modules = text.split("\n").flatMap((line): RunPath[] => {
    const [, indent = "", names] = /^(\s*)(?:import\s+([\w., \t]+)|from\s+\w)/.exec(line) ?? [];
    const first = /^\s*from\s+([A-Za-z_]\w*)/.exec(line)?.[1];
    const imported = names?.split(",").flatMap((one) => /^\s*(\w+)/.exec(one)?.[1] ?? []) ?? [];
    const awaits = isSure && indent === "" ? null : doubt;
    const found = [...imported, ...(first ? [first] : [])].flatMap((name): RunPath[] => {
      if (loadedBefore.has(name)) return [];
      const here = ["", "/__init__"]
        .map((end) => `${folder}/${name}${end}.py`)
        .filter((one) => isFile(host, one));
      if (here.length === 0 && awaits === null && !mayBeLoaded.has(name) && !name.startsWith("_"))
        isAddable ||= !isFolder(host, `${folder}/${name}`);
      return here.map((module) => ({ path: module, executed: false, awaits }));
    });
    // What stands between may raise an error or end the script.
    if (found.length === 0 && names === undefined && first === undefined && !isIdle.test(line))
      isSure = false;
    return found;
  });
  const added =
    isAddable && !isRootsAlone(host, folder)
      ? [{ path: folder, executed: false, awaits: null }]
      : [];
  return [...modules, ...added].map((one) => ({ ...one, ...(barred && { barred }) }));
}

const isIdle = /^\s*(?:#|$|"""|''')/;

/** Where the environment has Python look for its own modules, such as those that it begins with. */
export function pythonFolders(
  { host }: GapReader,
  environment: Environment,
  options: string[],
): RunPath[] {
  const without = options.find((option) => withoutVariables.test(option));
  return listedIn(environment, "PYTHONPATH").map((folder) => {
    const module = `${folder}/sitecustomize.py`;
    return {
      path: isFile(host, module) ? module : folder,
      executed: false,
      awaits: null,
      ...(without && { barred: `python ${without} does not look in PYTHONPATH` }),
    };
  });
}

/** `python -m NAME`, which is looked for in the working folder first. */
export function moduleInFolder(
  { host }: GapReader,
  { name, folder, options }: { name: string; folder: string; options: string[] },
): RunPath[] {
  const base = `${folder}/${name.split(".")[0]}`;
  const own = options.find((option) => isolated.test(option));
  const there = [`${base}.py`, `${base}/__init__.py`].find((one) => isFile(host, one));
  return [
    {
      path: there ?? (isFolder(host, base) ? base : folder),
      executed: false,
      awaits: null,
      ...(own && { barred: `python ${own} does not look in its working folder` }),
    },
  ];
}
