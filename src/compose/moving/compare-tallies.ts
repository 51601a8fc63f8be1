import { AppError } from "../../core/errors.ts";
import type { Tally } from "./content-digest.ts";

type Tallies = ReadonlyMap<string, Tally>;

/** Throws if a copy is not equal to its original. */
export function requireEqual(original: Tallies, copy: Tallies): void {
  for (const kind of new Set([...original.keys(), ...copy.keys()])) {
    const [wanted, found] = [original.get(kind), copy.get(kind)];
    if (wanted?.count !== found?.count)
      throw copyDiffers(`${found?.count ?? 0} of ${wanted?.count ?? 0} (${kind}) were copied`);
    if (wanted?.sha256 !== found?.sha256)
      throw copyDiffers(`the content of some is another one (${kind})`);
  }
}

function copyDiffers(how: string): AppError {
  return new AppError("copy_differs", `The copy is not equal to the original: ${how}.`, {
    hint: "The copy was removed and the original is unchanged. Check that nothing else writes to either, and try again.",
  });
}
