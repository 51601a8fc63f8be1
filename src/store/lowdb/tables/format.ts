import type { AnyRecord } from "./tables.ts";

/** Upgrades a record from format n to n + 1, or drops it (null). Released steps are never edited. */
export type UpgradeStep = (kind: string, record: AnyRecord) => AnyRecord | null;

/** Step n (0 is the first) upgrades format n + 1 to n + 2. */
export const upgradeSteps: readonly UpgradeStep[] = [];

/** The format written by a program with these steps. */
export function formatAfter(steps: readonly UpgradeStep[]): number {
  return steps.length + 1;
}

/** Upgrades a record of an older format to the current one. */
export function upgradeRecord(
  steps: readonly UpgradeStep[],
  { kind, record, from }: { kind: string; record: AnyRecord; from: number },
): AnyRecord | null {
  let upgraded: AnyRecord | null = record;
  for (const step of steps.slice(from - 1)) {
    if (upgraded) upgraded = step(kind, upgraded);
  }
  return upgraded;
}
