/**
 * The plans an agent has run. An id is forgotten once its plan has expired, for then it is refused
 * anyway; should the clock go back, a plan that expires no later than a forgotten one counts as run.
 */
export interface SeenPlans {
  has(planId: string, expiresMs: number): boolean;
  /** Throws when it can't be remembered: then the plan must not run. */
  add(planId: string, plan: { expiresMs: number; now: number }): void;
}

export function createSeenPlans(): SeenPlans {
  const expiry = new Map<string, number>();
  let forgottenUntil = Number.NEGATIVE_INFINITY;
  return {
    has: (planId, expiresMs) => expiry.has(planId) || expiresMs <= forgottenUntil,
    add(planId, { expiresMs, now }) {
      for (const [known, until] of expiry) {
        if (until >= now) continue;
        expiry.delete(known);
        forgottenUntil = Math.max(forgottenUntil, until);
      }
      expiry.set(planId, expiresMs);
    },
  };
}
