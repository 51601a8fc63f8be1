import type { GapReader } from "../../../host/gap-reader.ts";
import { expandGlob } from "../../../host/glob.ts";
import { pathTargets, pathValues } from "./path-variable.ts";
import { loginShellFiles, rootsFiles } from "./root-shell-files.ts";
import type { Target } from "./target.ts";

/** Folders in the PATH of root's shells. */
export function findPathTargets(read: GapReader): Target[] {
  const files = [
    "/etc/environment",
    ...loginShellFiles,
    ...expandGlob(read, "/etc/profile.d/*.sh"),
    ...rootsFiles,
  ];
  const defaults = superuserPaths(read.text("/etc/login.defs") ?? "");
  return [
    ...files.flatMap((source) =>
      pathValues(read.text(source) ?? "").map((value) => ({ source, value })),
    ),
    ...defaults.map((value) => ({ source: "/etc/login.defs", value })),
  ].flatMap(({ source, value }) => pathTargets(value, { source, run_as: "root", enabled: 1 }));
}

/** "ENV_SUPATH PATH=/usr/sbin:…", root's PATH from login. */
const superuserPaths = (text: string): string[] =>
  [...text.matchAll(/^ENV_SUPATH\s+PATH=(\S+)/gm)].map(([, value]) => value!);
