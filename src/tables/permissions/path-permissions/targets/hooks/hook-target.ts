import type { GapReader } from "../../../../host/gap-reader.ts";
import { commandPaths, type RunPath } from "../commands/command-paths.ts";
import { pathsAndScripts, scriptPaths } from "../commands/script-paths.ts";
import { commentsIn } from "../commands/simple-commands.ts";
import { rootsTarget, type Target } from "../target.ts";

/** What the files of one program have in common; `detail` names the program. */
export type HookUse = Pick<Target, "detail"> & Partial<Target>;

/** What a program runs or reads as root on some occasion. */
export const hookTarget = ({
  target,
  barred = null,
  enabled = 1,
  ...more
}: HookUse & Pick<Target, "target">): Target =>
  rootsTarget("hook", target, { ...more, barred, enabled: barred === null ? enabled : 0 });

/** Where the shells of hooks look for programs. */
const usualFolders = [
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/sbin",
  "/usr/bin",
  "/sbin",
  "/bin",
];

/** What a command line of a hook runs, and what a comment in it keeps from that. */
export const commandHooks = (
  read: GapReader,
  use: HookUse,
  command: string,
  folders: string[] = usualFolders,
): Target[] => [
  ...pathHooks(use, pathsAndScripts(read, command, folders)),
  ...pathHooks(
    { ...use, barred: use.barred ?? `it is in a comment of ${use.source}` },
    commandPaths(read.host, commentsIn(command), folders),
  ),
];

/** What a script that is a hook runs. */
export const scriptHooks = (read: GapReader, use: HookUse, script: string): Target[] =>
  pathHooks({ ...use, source: script }, scriptPaths(read, script));

const pathHooks = (use: HookUse, paths: RunPath[]): Target[] =>
  paths.map(({ path: target, executed, awaits }) =>
    hookTarget({
      ...use,
      target,
      executed: Number(executed),
      awaits: awaits ?? use.awaits ?? null,
    }),
  );
