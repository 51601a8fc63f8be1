import type { AdvisoryIndex } from "../advisory.ts";
import { createAdvisoryIndex } from "../create-index.ts";
import { listAdvisoryFiles } from "./list-files.ts";
import { readAdvisoryFile } from "./read-file.ts";

/** In the index; all of Debian's tracker takes some 20 MiB. */
const maxIndexCharacters = 256 << 20;

/**
 * The advisories in a folder: OSV records and the Debian security tracker's JSON. Throws an
 * `AppError` if a file is broken, since an answer without it would be incomplete.
 */
export function loadAdvisories(folder: string): AdvisoryIndex {
  const index = createAdvisoryIndex(maxIndexCharacters);
  for (const file of listAdvisoryFiles(folder)) readAdvisoryFile(file, index);
  return index;
}
