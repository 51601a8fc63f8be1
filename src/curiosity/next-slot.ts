/**
 * The first time after `nowMs` that is a whole number of intervals after `lastMs`, so that runs
 * neither drift nor pile up. All in ms; `intervalMs` is positive.
 */
export function nextSlot(lastMs: number, intervalMs: number, nowMs: number): number {
  // Never before the next slot: a clock that was set back must not repeat one.
  const passed = Math.max(0, Math.floor((nowMs - lastMs) / intervalMs));
  return lastMs + (passed + 1) * intervalMs;
}
