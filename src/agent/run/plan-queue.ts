import type { SignedPlan } from "../../contract/plan.ts";
import { createClearableLimit } from "../../core/limit.ts";

/** Runs plans with bounded concurrency, in the order they arrived. */
export interface PlanQueue {
  /** False for a plan that is already waiting or running: the brain offered it twice. */
  add(plan: SignedPlan): boolean;
  /** Whether the agent should ask for no more plans. */
  readonly isFull: boolean;
  /** Resolves when the queue is no longer full, or was cleared. */
  whenNotFull(): Promise<void>;
  /** Drops the waiting plans; resolves when none is running. */
  clear(): Promise<void>;
}

export interface PlanQueueOptions {
  concurrency: number;
  maxWaiting: number;
  /** Never rejects. */
  run: (plan: SignedPlan) => Promise<void>;
}

export function createPlanQueue({ concurrency, maxWaiting, run }: PlanQueueOptions): PlanQueue {
  const limit = createClearableLimit(concurrency);
  /** Waiting and running plans. */
  const plans = new Map<string, Promise<void>>();
  let waiters: (() => void)[] = [];
  const isFull = () => limit.pendingCount >= maxWaiting;

  function notifyWaiters(): void {
    if (isFull()) return;
    const resolved = waiters;
    waiters = [];
    for (const resolve of resolved) resolve();
  }

  function start(plan: SignedPlan): Promise<void> {
    notifyWaiters();
    return run(plan);
  }

  return {
    add(plan) {
      const identity = identityOf(plan);
      if (plans.has(identity)) return false;
      const done = limit(() => start(plan))
        // `clear` rejects the waiting plans.
        .catch(() => {})
        .finally(() => plans.delete(identity));
      plans.set(identity, done);
      return true;
    },
    get isFull() {
      return isFull();
    },
    whenNotFull: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        notifyWaiters();
      }),
    async clear() {
      limit.clearQueue();
      notifyWaiters();
      await Promise.all(plans.values());
    },
  };
}

/** The whole plan, because its id is not verified yet: a forged copy must not stand in for the real plan. */
function identityOf({ payload, signature, mac, key_id }: SignedPlan): string {
  return `${key_id}.${mac}.${signature}.${payload}`;
}
