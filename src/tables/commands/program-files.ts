import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { isProgram } from "../host/is-program.ts";
import { readScript, type ScriptFile } from "./script-file.ts";

/** Programs and scripts of a host, each looked at once while a table is collected. */
export interface ProgramFiles {
  /** Its gaps are nobody's: what can't be read of a script, the row of its permissions reports. */
  read: GapReader;
  /** The path of a program, by its name. */
  find(name: string, folders: string[]): string | undefined;
  /** Undefined for what is no script. */
  script(path: string): ScriptFile | undefined;
  /** How many programs of an account's commands are still followed. */
  budgetOf(account: string): { programs: number };
}

/** Scripts that run each other in loops start many; an account's own must not keep the agent busy. */
const maxPrograms = { root: 30_000, others: 10_000 };

const known = new WeakMap<GapReader, ProgramFiles>();

export function programFiles(reader: GapReader): ProgramFiles {
  const files = known.get(reader) ?? createFiles(reader);
  known.set(reader, files);
  return files;
}

function createFiles({ host }: GapReader): ProgramFiles {
  const read = gapReader(host);
  const budgets = new Map<string, { programs: number }>();
  const isRun = remembered((path: string) => isProgram(host, path));
  return {
    read,
    find: (name, folders) => folders.map((folder) => `${folder}/${name}`).find(isRun),
    script: remembered((path: string) => readScript(read, path)),
    budgetOf(account) {
      const programs = account === "root" ? maxPrograms.root : maxPrograms.others;
      const budget = budgets.get(account) ?? { programs };
      budgets.set(account, budget);
      return budget;
    },
  };
}

function remembered<T>(look: (path: string) => T): (path: string) => T {
  const found = new Map<string, T>();
  return (path) => {
    if (!found.has(path)) found.set(path, look(path));
    return found.get(path)!;
  };
}
