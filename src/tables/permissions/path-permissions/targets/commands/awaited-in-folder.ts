import type { GapReader } from "../../../../host/gap-reader.ts";
import { isProgram } from "../../../../host/is-program.ts";

/**
 * What keeps a program put into a folder of the PATH from being run; null: it is run. `programs` are
 * those that are surely looked for by their names.
 */
export function awaitedInFolder(
  { host }: GapReader,
  { folders, programs }: { folders: string[]; programs: string[] },
  folder: string,
): string | null {
  const earlier = folders.slice(0, folders.indexOf(folder));
  const waits = programs.map((program) => {
    const first = earlier.find((one) => isProgram(host, `${one}/${program}`));
    return first === undefined ? null : `${program} is not found in ${first} first`;
  });
  if (waits.length === 0) return "what it runs starts a program by its name alone";
  return waits.includes(null) ? null : waits[0]!;
}
