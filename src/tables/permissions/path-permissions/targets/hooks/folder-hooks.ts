import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import { isLink, isPresent } from "../../../../host/inspect.ts";
import { isProgram } from "../../../../host/is-program.ts";
import { isDaemonRunning } from "../commands/running-daemon.ts";
import type { Target } from "../target.ts";
import { type HookFolders, hookFolders } from "./hook-folders.ts";
import { hookTarget, scriptHooks } from "./hook-target.ts";
import type { SureOccasions } from "./sure-commands.ts";

/** Scripts of the folders that programs run on some occasion, and what those scripts run. */
export function findFolderHooks(read: GapReader, sure: SureOccasions): Target[] {
  return hookFolders.flatMap((one) => {
    const { awaits } = one;
    const hooks = { ...one, awaits: sure.has(awaits) ? sure.get(awaits)! : awaits };
    const folders = hooks.folders.filter((path) => isPresent(read.host, path));
    return folders.length === 0 ? [] : targetsIn(read, hooks, folders);
  });
}

type UsedFolders = Omit<HookFolders, "awaits"> & { awaits: string | null };

function targetsIn(read: GapReader, hooks: UsedFolders, folders: string[]): Target[] {
  const { detail, names, awaits, isStrict = false } = hooks;
  const use = { detail, awaits, ...inUse(read, hooks) };
  const executed = Number(hooks.executed);
  const refusal = isStrict ? `${detail} runs no script that others than root can write` : null;
  const own = { ...use, executed, barred: use.barred ?? refusal };
  return folders.flatMap((folder) => {
    const files = expandGlob(read, `${folder}/*`).filter((path) => isFile(read, path));
    const earlier = hooks.isMerged ? folders.slice(0, folders.indexOf(folder)) : [];
    const hiding = (path: string) =>
      earlier
        .map((one) => `${one}/${path.slice(folder.length + 1)}`)
        .find((one) => isPresent(read.host, one) || isLink(read.host, one));
    const isTaken = (path: string) =>
      names.test(path.slice(folder.length + 1)) && hiding(path) === undefined;
    const scripts = files.filter(isTaken);
    const passedOver = (path: string) => {
      const other = hiding(path);
      return other === undefined
        ? `${detail} passes over its name`
        : `${other} is in the place of ${path}`;
    };
    return [
      hookTarget({ ...own, target: folder }),
      ...scripts.map((target) => hookTarget({ ...own, target })),
      ...files
        .filter((path) => !isTaken(path))
        .map((target) => hookTarget({ ...own, barred: own.barred ?? passedOver(target), target })),
      ...scripts
        .filter((path) => !isStrict || isRootsAlone(read, path))
        .flatMap((path) => {
          const isRun = !hooks.executed || isProgram(read.host, path);
          const barred = use.barred ?? (isRun ? null : `${path}, which runs it, is not executable`);
          return scriptHooks(read, { ...use, barred }, path);
        }),
    ];
  });
}

function inUse(
  read: GapReader,
  { detail, present, daemon }: UsedFolders,
): { enabled: number | null; barred: string | null } {
  if (present && !present.some((path) => isPresent(read.host, path)))
    return { enabled: 0, barred: `nothing here runs the scripts of ${detail}` };
  const enabled = daemon === undefined ? 1 : isDaemonRunning(read, new Set([daemon]));
  return { enabled, barred: enabled === 0 ? `${daemon} is not running` : null };
}

/** A link to /dev/null is none: it masks the scripts of its name in later folders. */
function isFile({ host }: GapReader, path: string): boolean {
  try {
    return host.stat(path).isFile();
  } catch {
    return true; // the row of its permissions reports why
  }
}

function isRootsAlone({ host }: GapReader, path: string): boolean {
  try {
    const { uid, mode } = host.stat(path);
    return uid === 0 && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}
