import { Fifo } from "./fifo.ts";
import { type Seat, seatOf } from "./ring.ts";
import type { Held } from "./slots.ts";

/** A delivery that waits for an attempt, or is in flight. */
export interface Entry {
  id: string;
  lane: Lane;
  /** `overdue`: in flight for longer than a prompt receiver takes. */
  state: "waiting" | "in_flight" | "overdue" | "ended";
  startedMs: number;
}

/** Of one subscription, what is due: its first attempts, or its retries. */
export interface Lane {
  subscription: Subscription;
  isRetry: boolean;
  due: Fifo<Entry>;
  /** In the ring of those that take turns while anything is due. */
  seat: Seat<Lane>;
}

export interface Subscription extends Held {
  /** How many of its attempts are overdue. */
  overdue: number;
  first: Lane;
  retry: Lane;
}

export function newSubscription(): Subscription {
  const subscription = { standing: "new", inFlight: 0, retries: 0, overdue: 0 } as Subscription;
  subscription.first = newLane(subscription, false);
  subscription.retry = newLane(subscription, true);
  return subscription;
}

function newLane(subscription: Subscription, isRetry: boolean): Lane {
  const lane = { subscription, isRetry, due: new Fifo<Entry>() } as Lane;
  lane.seat = seatOf(lane);
  return lane;
}
