import { readGroups } from "../../../../accounts/local-accounts.ts";
import { readOwnerNames } from "../../../../accounts/owner-names.ts";
import { type GapReader, gapReader } from "../../../../host/gap-reader.ts";
import { once } from "../../../../host/once.ts";
import { sudoers } from "../../../../sudo/sudoers.ts";
import { setgid, surveyLocalFiles } from "../../../survey-local-files.ts";
import type { Target } from "../target.ts";
import { originalFinder } from "./originals.ts";
import { isScript } from "./set-id-targets.ts";

/** Programs that start others, or write files, as their caller wants: what is setgid otherwise asks who its caller is. */
const obedient =
  /^(?:(?:[bd]?a|z|k|mk|fi)?sh|python[\d.]*|perl[\d.]*|ruby[\d.]*|lua[\d.]*|php[\d.]*|node|busybox|find|env|nice|ionice|nohup|timeout|stdbuf|setsid|taskset|xargs|watch|[gm]?awk|sed|vim?|vim\.\w+|nano|ed|emacs|less|more|tee|cp|mv|dd|install|ln|tar|zip|rsync|git|make|gdb|strace)$/;

/**
 * Setgid programs whose callers get the rights of their group: `run_as` is the group, `detail` its
 * number, and `source` the name of the system's program that one is or is a copy of.
 */
export async function findSetGroupTargets({ host }: GapReader): Promise<Target[]> {
  const { setId } = await once(host, surveyLocalFiles);
  const names = readOwnerNames(host);
  const originalOf = originalFinder(gapReader(host));
  return setId
    .filter(({ mode }) => mode & setgid)
    .flatMap(({ path, gid }) => {
      const group = names.group(gid);
      const name = originalOf(path) || path.replace(/^.*\//, "");
      if (group === null || gid === 0 || !obedient.test(name) || isScript(host, path)) return [];
      const common = { purpose: "group_program" as const, enabled: 1, detail: String(gid) };
      return [{ ...common, source: name, run_as: group, target: path }];
    });
}

/** The groups that rules of sudo let their callers run programs with, as themselves: `(:ops)`. */
export async function findSudoGroupTargets(read: GapReader): Promise<Target[]> {
  const { rows, gaps } = await sudoers.collect(read.host);
  read.report(...gaps);
  const groups = new Map(readGroups(read.host).map(({ name, gid }) => [name, gid]));
  return rows
    .filter(({ enabled }) => enabled !== 0)
    .flatMap(({ run_as, source }) => {
      const [, list = ""] = /^:(.+)$/.exec(String(run_as ?? "")) ?? [];
      return list.split(",").flatMap((group): Target[] => {
        const gid = groups.get(group);
        if (gid === undefined || gid === 0) return [];
        const common = { purpose: "sudo_group" as const, enabled: 1, detail: String(gid) };
        return [{ ...common, source: "", run_as: group, target: String(source) }];
      });
    });
}
