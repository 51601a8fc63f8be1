import type { GapReader } from "../../../host/gap-reader.ts";
import { isPresent } from "../../../host/inspect.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Files with password hashes, and the backup copies that tools make. */
const files = ["/etc/shadow", "/etc/shadow-"];

/** Readers of these files can crack passwords offline. */
export const findHashTargets = ({ host }: GapReader): Target[] =>
  files.filter((path) => isPresent(host, path)).map((path) => rootsTarget("password_hashes", path));
