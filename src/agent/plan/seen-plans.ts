/** The plans an agent has run; an id is forgotten once its plan has expired, for then it is refused anyway. */
export interface SeenPlans {
  has(planId: string): boolean;
  add(planId: string, plan: { expiresMs: number; now: number }): void;
}

export function createSeenPlans(): SeenPlans {
  const expiry = new Map<string, number>();
  return {
    has: (planId) => expiry.has(planId),
    add(planId, { expiresMs, now }) {
      for (const [known, until] of expiry) if (until < now) expiry.delete(known);
      expiry.set(planId, expiresMs);
    },
  };
}
