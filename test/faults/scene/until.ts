import { setTimeout as delay } from "node:timers/promises";

/** Resolves when `isSo` returns true; rejects after the deadline with what was waited for. */
export async function until(
  what: string,
  { withinMs, everyMs = 200 }: { withinMs: number; everyMs?: number },
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`not within ${Math.round(withinMs / 1_000)} s: ${what}`);
    await delay(everyMs);
  }
}
