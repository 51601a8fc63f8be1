import type { AnyRecord } from "./tables.ts";

/** A record of format n as format n + 1 has it, or null to drop it. Steps are never edited once released. */
export type UpgradeStep = (kind: string, record: AnyRecord) => AnyRecord | null;

/** Step n (0 is the first) upgrades format n + 1 to n + 2. */
export const upgradeSteps: readonly UpgradeStep[] = [];

/** The format that a program with these steps writes. */
export function formatAfter(steps: readonly UpgradeStep[]): number {
  return steps.length + 1;
}

/** A record of an older format as the current one has it. */
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
