import { join } from "node:path/posix";
import type { ProgramFiles } from "./program-files.ts";
import type { RunPath } from "./run-path.ts";
import type { StartedProgram } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";
import { unknownAccount } from "./wrappers.ts";

/** Where a command runs, and who is to hear of what it runs. */
export interface RunUse {
  files: ProgramFiles;
  home: string | undefined;
  /** The whole command runs as root. */
  isRoot: boolean;
  /** It runs for an account that calls sudo. */
  isForCaller: boolean;
  /** How many programs are still followed. */
  budget: { programs: number };
  found(path: RunPath): void;
  /** A folder whose file names become arguments of a program that reads options. */
  foundNames(folder: string, awaits: string | null): void;
  /** A program that is looked for by its name alone. */
  foundName(name: string, awaits: string | null): void;
  /** A program that is started, with its arguments. */
  started(words: ShellWord[], awaits: string | null): void;
}

/** Where within a command a program is started. */
export interface Frame {
  use: RunUse;
  /** The account, where it isn't the one that the whole command runs as. */
  account: string | undefined;
  root: string | undefined;
  depth: number;
  /** The scripts that it is in, with all that decides what they run. */
  scripts: string[];
}

export const outermost = (use: RunUse): Frame => ({
  use,
  account: undefined,
  root: undefined,
  depth: 0,
  scripts: [],
});

/** What a program is started with, but for its words. */
export type Started = Omit<StartedProgram, "words">;

/** Reports a path for the account that the command runs it as. */
export function report({ use, account, root }: Frame, run: RunPath): void {
  const path = root === undefined ? run.path : join(root, run.path);
  if (account === unknownAccount)
    use.found({ ...run, path, awaits: "which account runs it is not known" });
  else use.found({ ...run, path, ...(account !== undefined && { account: named(account, use) }) });
}

/** The name of an account that is given as a number. */
function named(account: string, { files: { read } }: RunUse): string {
  if (!/^\d+$/.test(account)) return account;
  const fields = read.lines("/etc/passwd").map((line) => line.split(":"));
  return fields.find(([, , uid]) => uid === account)?.[0] ?? account;
}
