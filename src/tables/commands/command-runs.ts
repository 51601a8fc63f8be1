import type { GapReader } from "../host/gap-reader.ts";
import { programFiles } from "./program-files.ts";
import { runLine, runProgram, runScript } from "./program-runs.ts";
import type { RunUse, Started } from "./run-frame.ts";
import { distinctPaths, type RunPath } from "./run-path.ts";
import type { ShellWord } from "./shell-words.ts";

/** How a command is started. */
export interface CommandUse {
  /** Where programs without a path are looked for. */
  folders: string[];
  /** The working folder; absent: not known. */
  folder?: string;
  home?: string;
  /** The shell that reads a line; "sh" if absent. */
  shell?: string;
  /** Whose command it is; root's if absent. */
  account?: string;
  /** It runs for an account that calls sudo. */
  isForCaller?: boolean;
  /** Its folders are its own, so that a program may be put before another one. */
  hasOwnPath?: boolean;
  /** The variables that it gets, as far as they matter. */
  environment?: ReadonlyMap<string, string>;
}

/** What a command runs. */
export interface CommandRuns {
  paths: RunPath[];
  /** Folders whose file names become options of a program: `tar *`. */
  optionFolders: { path: string; awaits: string | null }[];
  /** The names of programs that it surely looks for in the PATH. */
  lookedUp: string[];
  /** The words of the programs that it surely starts as its own account. */
  started: string[];
}

/** What a line of a shell runs, with the scripts in it. */
export const lineRuns = (read: GapReader, line: string, use: CommandUse): CommandRuns =>
  collected(read, use, (at, run) => runLine(line, at, run, use.shell));

/** What a program with these arguments runs; null: one that is not known. */
export const programRuns = (
  read: GapReader,
  words: (string | null)[],
  use: CommandUse,
): CommandRuns =>
  collected(read, use, (at, run) => {
    runProgram(
      words.map((text) => ({ text })),
      at,
      run,
    );
  });

/** What a shell script runs, without the script itself. */
export const scriptRuns = (read: GapReader, path: string, use: CommandUse): CommandRuns =>
  collected(read, use, (at, run) => runScript(path, at, run));

function collected(
  read: GapReader,
  {
    folders,
    folder,
    home,
    account = "root",
    isForCaller = false,
    hasOwnPath = false,
    environment = new Map(),
  }: CommandUse,
  run: (at: Started, use: RunUse) => void,
): CommandRuns {
  const paths: RunPath[] = [];
  const optionFolders = new Map<string, string | null>();
  const lookedUp = new Set<string>();
  const started = new Set<string>();
  const words = [...environment].map(([name, text]): [string, ShellWord] => [name, { text }]);
  const at = {
    input: null,
    folder,
    folders,
    hasOwnPath,
    environment: new Map(words),
    awaits: null,
  };
  const files = programFiles(read);
  const budget = files.budgetOf(account);
  run(at, {
    files,
    home,
    isRoot: account === "root",
    isForCaller,
    budget,
    found: (path) => paths.push(path),
    foundNames: (path, awaits) => {
      if (optionFolders.get(path) !== null) optionFolders.set(path, awaits);
    },
    foundName: (name, awaits) => {
      if (awaits === null) lookedUp.add(name);
    },
    started: (words, awaits) => {
      if (awaits === null) started.add(words.map(({ text }) => text ?? "?").join(" "));
    },
  });
  if (budget.programs < 0)
    read.report({ reason: "error", detail: `${account} runs more programs than are followed` });
  return {
    paths: distinctPaths(paths),
    optionFolders: [...optionFolders].map(([path, awaits]) => ({ path, awaits })),
    lookedUp: [...lookedUp],
    started: [...started],
  };
}
