import { programRuns } from "../../../commands/command-runs.ts";
import type { RunPath } from "../../../commands/run-path.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import { expandGlob } from "../../../host/glob.ts";
import type { Row } from "../../../model/table.ts";
import { sudoers } from "../../../sudo/sudoers.ts";
import { pathTargets } from "./path-variable.ts";
import type { Target } from "./target.ts";

/** Programs and scripts that sudoers allows, what interprets them, and the folders of its secure_path. */
export async function findSudoTargets(read: GapReader): Promise<Target[]> {
  const { rows: all, gaps: unseen } = await sudoers.collect(read.host);
  read.report(...unseen);
  const rows = all.filter(({ enabled }) => enabled !== 0);
  const securePath = rows.flatMap((row) => securePathOf(String(row.options ?? "")));
  const folders = securePath.at(-1)?.split(":") ?? ["/usr/sbin", "/usr/bin"];
  return [
    ...rows.flatMap((row) =>
      securePathOf(String(row.options ?? "")).flatMap((value) =>
        pathTargets(value, { source: String(row.source), run_as: "root", enabled: 1 }),
      ),
    ),
    ...rows.flatMap((row) => commandTargets(read, { row, folders })),
  ];
}

const securePathOf = (settings: string): string[] =>
  [...settings.matchAll(/(?<!!)\bsecure_path\s*\+?=\s*("[^"]*"|[^\s,]*)/g)].map(([, value]) =>
    value!.replaceAll('"', ""),
  );

function commandTargets(
  read: GapReader,
  { row, folders }: { row: Row; folders: string[] },
): Target[] {
  const accounts = accountsOf(String(row.run_as ?? ""));
  return String(row.commands ?? "")
    .split(/(?<!\\), /)
    .flatMap((command) => {
      const { paths, looksUp } = pathsOf(read, { command, folders });
      const interpreter = interpreterOf(read, command);
      return accounts.flatMap((run_as) => {
        const common = { source: String(row.source), run_as, enabled: 1, detail: command };
        return [
          ...paths.map(
            ({ path: target, awaits }): Target => ({
              ...common,
              purpose: "sudo_program",
              target,
              awaits,
            }),
          ),
          ...looksUp.map((target): Target => ({ ...common, purpose: "sudo_lookup", target })),
          ...interpreter.map(
            (target): Target => ({ ...common, purpose: "sudo_interpreter", target }),
          ),
        ];
      });
    });
}

/** The interpreter that the kernel starts for a script, unless an option makes it ignore such variables. */
function interpreterOf({ host }: GapReader, command: string): string[] {
  const [, script] = /^(\/[^\s*?[\\]+)(?:\s|$)/.exec(command) ?? [];
  if (script === undefined) return [];
  try {
    const [, program = "", flags = ""] =
      /^#!\s*(?:\/\S*\/env\s+)?(\S+)[ \t]*(.*)/.exec(host.read(script, 256)) ?? [];
    // Of bash -p; python -E, -I; perl -T.
    if (program === "" || /(^|\s)-\w*[EIpT]/.test(flags)) return [];
    return [program.startsWith("/") ? program : `/usr/bin/${program}`];
  } catch {
    return [];
  }
}

/** "ALL" includes root; without a user list the command runs as the caller. */
const accountsOf = (runAs: string): string[] =>
  (runAs.split(":")[0] ?? "")
    .split(",")
    .filter((name) => name !== "" && !name.startsWith("!"))
    .map((name) => (name === "ALL" ? "root" : name));

/** What fits a pattern is not known. */
const wordsOf = (command: string) =>
  command.split(/\s+/).map((word) => (/[*?[\]]/.test(word) ? null : word));

interface CommandPaths {
  paths: Pick<RunPath, "path" | "awaits">[];
  /** The program, if it surely starts another one by its name alone. */
  looksUp: string[];
}

/** With a digest sudo only runs the unchanged program. */
function pathsOf(
  read: GapReader,
  { command, folders }: { command: string; folders: string[] },
): CommandPaths {
  const plain = command.replace(/\\(.)/g, "$1");
  const [program = ""] = plain.split(/\s/);
  if (!program.startsWith("/")) return { paths: [], looksUp: [] };
  const programs = /[*?[]/.test(program) ? expandGlob(read, program) : [program];
  const { paths, optionFolders, lookedUp } = programRuns(read, wordsOf(plain), {
    folders,
    isForCaller: true,
  });
  const found = [
    ...programs.map((path) => ({ path: path.replace(/(?<=.)\/+$/, ""), awaits: null })),
    ...paths.filter(({ account }) => account === undefined),
    ...optionFolders,
  ];
  const awaitsOf = new Map<string, string | null>();
  for (const { path, awaits } of found) if (awaitsOf.get(path) !== null) awaitsOf.set(path, awaits);
  return {
    paths: [...awaitsOf].map(([path, awaits]) => ({ path, awaits })),
    looksUp: lookedUp.length > 0 ? [program] : [],
  };
}
