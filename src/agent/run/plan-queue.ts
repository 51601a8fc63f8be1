import type { SignedPlan } from "../../contract/plan.ts";

/** Runs plans in the order they came, a number of them at a time. */
export interface PlanQueue {
  /** False for a plan that waits or runs already: the brain offered it twice, and gets one answer. */
  add(plan: SignedPlan): boolean;
  /** Whether more plans wait than an agent should hold. */
  readonly isFull: boolean;
  /** Resolves when fewer wait, or when the queue was dropped. */
  room(): Promise<void>;
  /** Forgets the plans that wait and resolves when none runs. */
  drop(): Promise<void>;
}

export function createPlanQueue({
  atOnce,
  mostWaiting,
  run,
}: {
  atOnce: number;
  mostWaiting: number;
  /** Never rejects. */
  run: (plan: SignedPlan) => Promise<void>;
}): PlanQueue {
  const waiting: SignedPlan[] = [];
  const running = new Set<Promise<void>>();
  const held = new Set<string>();
  let onRoom: (() => void)[] = [];

  function tellRoom(): void {
    if (waiting.length >= mostWaiting) return;
    const waiters = onRoom;
    onRoom = [];
    for (const resolve of waiters) resolve();
  }

  function startNext(): void {
    while (running.size < atOnce && waiting.length > 0) {
      const plan = waiting.shift()!;
      const work = run(plan).finally(() => {
        held.delete(identityOf(plan));
        running.delete(work);
        startNext();
      });
      running.add(work);
    }
    tellRoom();
  }

  return {
    add(plan) {
      const identity = identityOf(plan);
      if (held.has(identity)) return false;
      held.add(identity);
      waiting.push(plan);
      startNext();
      return true;
    },
    get isFull() {
      return waiting.length >= mostWaiting;
    },
    room: () =>
      new Promise((resolve) => {
        onRoom.push(resolve);
        tellRoom();
      }),
    async drop() {
      waiting.length = 0;
      held.clear();
      tellRoom();
      await Promise.all(running);
    },
  };
}

/** All of it, for its id can't be believed yet: a forgery must not be taken for the plan it copies. */
function identityOf({ payload, signature, mac, key_id }: SignedPlan): string {
  return `${key_id}.${mac}.${signature}.${payload}`;
}
