import { readOwnerNames } from "../../../accounts/owner-names.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import { once } from "../../../host/once.ts";
import { findSetIdFiles, setuid } from "../../set-id-files.ts";
import type { Target } from "./target.ts";

/**
 * Programs that run as their owner, whoever starts them. Folders that could not be searched are
 * reported by suid_bin: they leave open nothing of what other paths here are about.
 */
export function findSetIdTargets({ host }: GapReader): Target[] {
  const { files } = once(host, findSetIdFiles);
  const names = readOwnerNames(host);
  return files
    .filter(({ stats }) => stats.mode & setuid)
    .map(({ path, stats }) => ({
      purpose: "setuid",
      source: "",
      run_as: names.user(stats.uid),
      enabled: 1,
      detail: "",
      target: path,
    }));
}
