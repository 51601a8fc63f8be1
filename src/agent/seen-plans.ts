/**
 * The plans an agent has run. An id is forgotten once its plan has expired, for then it is refused
 * anyway; should the clock go back, a plan that expires no later than a forgotten one counts as run.
 */
export interface SeenPlans {
  has(planId: string, expiresMs: number): boolean;
  /** Throws when it can't be remembered: then the plan must not run. */
  add(planId: string, plan: { expiresMs: number; now: number }): void;
}

/** Plan id and its expiry, epoch ms; the empty id stands for all that were forgotten. */
export type SeenEntry = readonly [planId: string, expiresMs: number];

/** Remembers in memory, from what was remembered before. */
export function createSeenPlans(
  before: Iterable<SeenEntry> = [],
): SeenPlans & { entries(): SeenEntry[] } {
  const expiry = new Map<string, number>();
  let forgottenUntil = Number.NEGATIVE_INFINITY;

  function keep(planId: string, expiresMs: number): void {
    if (planId === "") forgottenUntil = Math.max(forgottenUntil, expiresMs);
    else expiry.set(planId, expiresMs);
  }

  function forgetExpired(now: number): void {
    for (const [known, until] of expiry) {
      if (until >= now) continue;
      expiry.delete(known);
      keep("", until);
    }
  }

  for (const [planId, expiresMs] of before) keep(planId, expiresMs);
  return {
    has: (planId, expiresMs) => expiry.has(planId) || expiresMs <= forgottenUntil,
    add(planId, { expiresMs, now }) {
      forgetExpired(now);
      keep(planId, expiresMs);
    },
    entries: () => [
      ...(forgottenUntil > Number.NEGATIVE_INFINITY ? [["", forgottenUntil] as const] : []),
      ...expiry,
    ],
  };
}
