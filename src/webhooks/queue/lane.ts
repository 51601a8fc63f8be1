import { Fifo } from "./fifo.ts";
import { type RingNode, ringNode } from "./ring.ts";
import type { SlotUse } from "./slots.ts";

/** A delivery waiting for an attempt or in flight. */
export interface Entry {
  id: string;
  lane: Lane;
  /** `overdue`: in flight for longer than `slowAfterMs`. */
  state: "waiting" | "in_flight" | "overdue" | "ended";
  startedMs: number;
}

/** The due deliveries of one subscription: either first attempts or retries. */
export interface Lane {
  subscription: Subscription;
  isRetry: boolean;
  due: Fifo<Entry>;
  /** In a ring of the round robin while anything is due. */
  node: RingNode<Lane>;
}

export interface Subscription extends SlotUse {
  /** Number of overdue attempts. */
  overdue: number;
  first: Lane;
  retry: Lane;
}

export function newSubscription(): Subscription {
  const subscription = {
    responsiveness: "new",
    inFlight: 0,
    retries: 0,
    overdue: 0,
  } as Subscription;
  subscription.first = newLane(subscription, false);
  subscription.retry = newLane(subscription, true);
  return subscription;
}

function newLane(subscription: Subscription, isRetry: boolean): Lane {
  const lane = { subscription, isRetry, due: new Fifo<Entry>() } as Lane;
  lane.node = ringNode(lane);
  return lane;
}
