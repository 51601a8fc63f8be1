import { matchesGlob } from "./matches-glob.ts";
import type { PlantedRoot } from "./planted-root.ts";

/** Type, mode, owner, size and time of every file and folder, by path. */
export type PathList = Map<string, string>;

export async function listPaths(root: PlantedRoot): Promise<PathList> {
  const { stdout } = await root.run(
    `find ${root.written ?? "/"} -xdev -printf '/%P\\t%y %m %u %g %s %T@ %l\\n'`,
  );
  return new Map(
    stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t") as [string, string]),
  );
}

/** What is new, gone or different, without what `expected` names (paths or globs) or folders above it. */
export function changedPaths(before: PathList, after: PathList, expected: string[]): string[] {
  const all = [...new Set([...before.keys(), ...after.keys()])];
  return all.filter(
    (path) =>
      before.get(path) !== after.get(path) &&
      !expected.some(
        (one) => matchesGlob(path, one) || one.startsWith(path.replace(/[^/]$/, "$&/")),
      ),
  );
}
