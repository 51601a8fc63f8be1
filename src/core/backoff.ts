/** Delay before retry number `attempt` (0 is the first): doubling from `baseMs`, capped, with up to a quarter of jitter. */
export function backoffMs(
  attempt: number,
  { baseMs, capMs, random }: { baseMs: number; capMs: number; random: () => number },
): number {
  return Math.min(capMs, baseMs * 2 ** attempt) * (1 - random() / 4);
}
