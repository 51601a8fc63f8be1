import type { GapReader } from "../../../host/gap-reader.ts";
import { expandGlob } from "../../../host/glob.ts";
import { describePassword } from "../../../parsers/shadow-file.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Files with password hashes, and the backup copies that tools and people make. */
const patterns = ["/etc/shadow*", "/etc/gshadow*", "/var/backups/shadow*", "/var/backups/gshadow*"];

/** Readers of these files can crack passwords offline. */
export const findHashTargets = (read: GapReader): Target[] =>
  patterns
    .flatMap((pattern) => expandGlob(read, pattern))
    .filter((path) => mayHoldHashes(read, path))
    .map((path) => rootsTarget("password_hashes", path));

/** A file that can't be read here counts. */
function mayHoldHashes({ host }: GapReader, path: string): boolean {
  try {
    return host.stat(path).isFile() && holdsHashes(host.read(path));
  } catch {
    return true;
  }
}

const holdsHashes = (text: string) =>
  text.split("\n").some((line) => describePassword(line.split(":")[1] ?? "").hash_alg !== null);
