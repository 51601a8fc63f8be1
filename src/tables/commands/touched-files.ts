import { copiedFiles } from "./copied-files.ts";
import { namesInLine } from "./folder-programs.ts";
import { repositorySettings } from "./git-repositories.ts";
import { givenFiles } from "./given-files.ts";
import { linkedPlaces } from "./linked-places.ts";
import type { Frame, Started } from "./run-frame.ts";
import type { RunPath } from "./run-path.ts";
import type { ShellWord } from "./shell-words.ts";

/**
 * Files that a program is given and runs, copies or gives away, folders in which links lead it elsewhere,
 * and those whose names it puts into a shell's line.
 */
export function touchedFiles(
  name: string,
  words: ShellWord[],
  { folder, input }: Started,
  { use: { files, home, isRoot, isForCaller }, account, root }: Frame,
): RunPath[] {
  const where = { read: files.read, folder };
  const isRoots = isRoot && account === undefined && root === undefined;
  return [
    ...copiedFiles(name, words, where),
    ...givenFiles(name, words, where),
    ...(isRoots ? linkedPlaces(name, words, where) : []),
    ...(isRoots && name === "git"
      ? repositorySettings(words, { ...where, home, isForCaller })
      : []),
    ...(name === "find" || name === "xargs"
      ? namesInLine(name, words, { ...where, names: input?.names })
      : []),
  ];
}
