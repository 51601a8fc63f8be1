import { severities } from "../../contract/enums.ts";
import type { FixDraft } from "./draft-fixes.ts";

/**
 * The order in which to fix: the fix that cuts most of the paths left comes next, and those that
 * cut none follow by severity, number of hosts and confidence. Confirmed paths count before others.
 */
export function rankFixes(fixes: FixDraft[]): FixDraft[] {
  const left = [...fixes].sort((a, b) => weightOf(b) - weightOf(a));
  const ranked: FixDraft[] = [];
  const cut = new Set<string>();
  for (const cuts of [
    ({ confirmed }: FixDraft) => confirmed,
    ({ chainIds }: FixDraft) => chainIds,
  ]) {
    const gain = (fix: FixDraft) => cuts(fix).filter((id) => !cut.has(id)).length;
    for (;;) {
      const best = left.reduce<FixDraft | null>(
        (found, fix) => (gain(fix) > (found ? gain(found) : 0) ? fix : found),
        null,
      );
      if (!best) break;
      left.splice(left.indexOf(best), 1);
      ranked.push(best);
      for (const id of best.chainIds) cut.add(id);
    }
  }
  return [...ranked, ...left];
}

const factorPerSeverity = 4;

/** A level of severity counts as much as four times as many hosts. */
function weightOf({ severity, agentIds, confidence }: FixDraft): number {
  return factorPerSeverity ** severities.indexOf(severity) * agentIds.length * confidence;
}
