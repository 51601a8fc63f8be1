import { readOwnerNames } from "../../../../accounts/owner-names.ts";
import { type GapReader, gapReader } from "../../../../host/gap-reader.ts";
import { once } from "../../../../host/once.ts";
import type { Host } from "../../../../host/port.ts";
import { setuid, surveyLocalFiles } from "../../../survey-local-files.ts";
import type { Target } from "../target.ts";
import { originalFinder } from "./originals.ts";

/**
 * Programs that run as their owner, whoever starts them; `detail` is the name of the system's program
 * that one is a copy of. Folders that could not be searched are
 * reported by suid_bin: they leave open nothing of what other paths here are about.
 */
export async function findSetIdTargets({ host }: GapReader): Promise<Target[]> {
  const { setId: files } = await once(host, surveyLocalFiles);
  const names = readOwnerNames(host);
  const originalOf = originalFinder(gapReader(host));
  return files
    .filter(({ mode }) => mode & setuid)
    .map(({ path, uid }) => ({
      purpose: "setuid",
      source: "",
      run_as: names.user(uid),
      enabled: 1,
      detail: originalOf(path),
      target: path,
      // Linux ignores the bit of a script, until somebody makes it a program.
      ...(isScript(host, path) && { executed: 0 }),
    }));
}

/** A file that can't be read counts as a program: most of them are. */
export function isScript(host: Host, path: string): boolean {
  try {
    return host.readBytes(path, 2).toString("latin1") === "#!";
  } catch {
    return false;
  }
}
