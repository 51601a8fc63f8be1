/**
 * The first slot after `nowMs` of the grid that `lastMs` is on: whole intervals later, so that
 * runs neither drift nor pile up. All in ms; `intervalMs` is above 0.
 */
export function nextSlot(lastMs: number, intervalMs: number, nowMs: number): number {
  // A clock that was stepped back makes no slot come twice.
  const passed = Math.max(0, Math.floor((nowMs - lastMs) / intervalMs));
  return lastMs + (passed + 1) * intervalMs;
}
