import { readOwnerNames } from "../../../accounts/owner-names.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import { once } from "../../../host/once.ts";
import { setuid, surveyLocalFiles } from "../../survey-local-files.ts";
import type { Target } from "./target.ts";

/** Programs that run as their owner, whoever starts them. */
export async function findSetIdTargets(read: GapReader): Promise<Target[]> {
  const { setId: files, gaps: unseen } = await once(read.host, surveyLocalFiles);
  read.report(...unseen);
  const names = readOwnerNames(read.host);
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
