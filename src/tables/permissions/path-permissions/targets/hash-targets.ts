import type { GapReader } from "../../../host/gap-reader.ts";
import type { Host } from "../../../host/port.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Files of password hashes, and the copies that tools leave of them. */
const files = ["/etc/shadow", "/etc/shadow-"];

/** Whoever reads these may try passwords at leisure. */
export const findHashTargets = ({ host }: GapReader): Target[] =>
  files.filter((path) => isThere(host, path)).map((path) => rootsTarget("password_hashes", path));

/** What can't be looked at counts: the look at its permissions tells why. */
function isThere(host: Host, path: string): boolean {
  try {
    return host.exists(path);
  } catch {
    return true;
  }
}
