import { readOwnerNames } from "../../../accounts/owner-names.ts";
import type { Gap } from "../../../host/gap.ts";
import { once } from "../../../host/once.ts";
import type { Host } from "../../../host/port.ts";
import { findSetIdFiles, setuid } from "../../set-id-files.ts";
import type { Target } from "./target.ts";

/** Programs that run as their owner, whoever starts them. */
export function findSetIdTargets(host: Host, gaps: Gap[]): Target[] {
  const { files, gaps: unseen } = once(host, findSetIdFiles);
  gaps.push(...unseen);
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
