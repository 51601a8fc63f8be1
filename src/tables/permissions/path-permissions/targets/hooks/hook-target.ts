import { lineRuns, scriptRuns } from "../../../../commands/command-runs.ts";
import { commentsIn } from "../../../../commands/comments.ts";
import type { RunPath } from "../../../../commands/run-path.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
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
  ...pathHooks(use, lineRuns(read, command, { folders }).paths),
  ...pathHooks(
    { ...use, barred: use.barred ?? `it is in a comment of ${use.source}` },
    lineRuns(read, commentsIn(command), { folders }).paths,
  ),
];

/** What a script that is a hook runs. */
export const scriptHooks = (read: GapReader, use: HookUse, script: string): Target[] =>
  pathHooks({ ...use, source: script }, scriptRuns(read, script, { folders: usualFolders }).paths);

const pathHooks = (use: HookUse, paths: RunPath[]): Target[] =>
  paths.map(({ path: target, executed, awaits, account, barred, gainer }) =>
    hookTarget({
      ...use,
      barred: use.barred ?? barred ?? null,
      ...(gainer && { gainer }),
      ...(account && { run_as: account }),
      target,
      executed: Number(executed),
      awaits: awaits ?? use.awaits ?? null,
    }),
  );
