/**
 * The plans an agent has already run. An id is dropped once its plan has expired, because the agent
 * refuses expired plans anyway. If the clock is set back, any plan that expires no later than a
 * dropped one counts as already run.
 */
export interface SeenPlans {
  has(planId: string, expiresMs: number): boolean;
  /** Throws if the id can't be stored: the plan must then not run. */
  add(planId: string, plan: { expiresMs: number; now: number }): void;
}

/** Plan id and its expiry in epoch ms; the empty id stands for all dropped ids. */
export type SeenEntry = readonly [planId: string, expiresMs: number];

/** Plan ids in memory, starting with those in `before`. */
export function createSeenPlans(
  before: Iterable<SeenEntry> = [],
): SeenPlans & { entries(): SeenEntry[] } {
  const expiry = new Map<string, number>();
  let droppedUntil = Number.NEGATIVE_INFINITY;

  function insert(planId: string, expiresMs: number): void {
    if (planId === "") droppedUntil = Math.max(droppedUntil, expiresMs);
    else expiry.set(planId, expiresMs);
  }

  function dropExpired(now: number): void {
    for (const [planId, expiresMs] of expiry) {
      if (expiresMs >= now) continue;
      expiry.delete(planId);
      insert("", expiresMs);
    }
  }

  for (const [planId, expiresMs] of before) insert(planId, expiresMs);
  return {
    has: (planId, expiresMs) => expiry.has(planId) || expiresMs <= droppedUntil,
    add(planId, { expiresMs, now }) {
      dropExpired(now);
      insert(planId, expiresMs);
    },
    entries: () => [
      ...(droppedUntil > Number.NEGATIVE_INFINITY ? [["", droppedUntil] as const] : []),
      ...expiry,
    ],
  };
}
