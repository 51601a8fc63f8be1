import type { AdvisoryIndex } from "./advisory.ts";
import { type InstalledPackage, type Judgement, judgePackage, namesOf } from "./judge-package.ts";

/** Compares the packages of hosts with an operator's advisories. */
export interface Judge extends Pick<AdvisoryIndex, "changedAt"> {
  judge(one: InstalledPackage): Judgement;
}

/** Judgements kept, because the hosts of a fleet have the same packages. */
const maxKept = 20_000;

export function createJudge(index: AdvisoryIndex): Judge {
  const kept = new Map<string, Judgement>();
  return {
    changedAt: (ecosystem) => index.changedAt(ecosystem),
    judge(one) {
      const key = JSON.stringify([one.ecosystem, namesOf(one)]);
      const known = kept.get(key);
      if (known) return { ...known, compared: 0 };
      const judgement = judgePackage(index, one);
      if (kept.size === maxKept) kept.clear();
      kept.set(key, judgement);
      return judgement;
    },
  };
}
