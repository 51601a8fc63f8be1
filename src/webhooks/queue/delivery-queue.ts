import { DueHeap } from "./due-heap.ts";
import { Fifo } from "./fifo.ts";
import { type Entry, newSubscription, type Subscription } from "./lane.ts";
import { Turns } from "./round-robin.ts";
import { type SlotLimits, Slots } from "./slots.ts";

export interface QueueLimits extends SlotLimits {
  /** A receiver that keeps an attempt waiting for so long is slow until it answers sooner. */
  slowAfterMs: number;
}

export const defaultLimits: QueueLimits = { perSubscription: 10, inAll: 200, slowAfterMs: 1_000 };

/** A delivery that is to be attempted; times are of one clock that only goes forward. */
export interface Waiting {
  id: string;
  subscription: string;
  isRetry: boolean;
  dueMs: number;
}

/** Deliveries that wait for an attempt, and those in flight; `Slots` has the rules of who may start. */
export class DeliveryQueue {
  readonly #slowAfterMs: number;
  readonly #slots: Slots;
  readonly #turns: Turns;
  readonly #entries = new Map<string, Entry>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #later = new DueHeap<Entry>();
  /** Those in flight that weren't overdue when last looked at, the oldest first. */
  readonly #started = new Fifo<Entry>();
  #inFlight = 0;

  constructor(limits: QueueLimits = defaultLimits) {
    this.#slowAfterMs = limits.slowAfterMs;
    this.#slots = new Slots(limits);
    this.#turns = new Turns(this.#slots);
  }

  /** How many wait. */
  get size(): number {
    return this.#entries.size - this.#inFlight;
  }

  /** When the next of those that aren't due yet will be; null without any. */
  get nextDueMs(): number | null {
    return this.#later.nextMs;
  }

  /** Whether a delivery waits or is in flight. */
  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Takes a delivery up, unless it is here already. */
  add({ id, subscription, isRetry, dueMs }: Waiting): void {
    if (this.#entries.has(id)) return;
    const { first, retry } = this.#subscription(subscription);
    const lane = isRetry ? retry : first;
    const entry: Entry = { id, lane, state: "waiting", startedMs: 0 };
    this.#entries.set(id, entry);
    this.#later.add(entry, dueMs);
  }

  /** The deliveries to attempt now; each holds a slot until it is finished. */
  take(nowMs: number): string[] {
    for (let due = this.#later.takeDue(nowMs); due; due = this.#later.takeDue(nowMs)) {
      this.#turns.add(due);
    }
    this.#markSlow(nowMs);
    const ids: string[] = [];
    for (let entry = this.#turns.next(); entry; entry = this.#turns.next()) {
      this.#start(entry, nowMs);
      ids.push(entry.id);
    }
    return ids;
  }

  /** Gives a slot back and forgets its delivery, which may be added again. */
  finish(id: string, nowMs: number): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.state === "waiting") return;
    const { subscription, isRetry } = entry.lane;
    if (entry.state === "overdue") subscription.overdue -= 1;
    entry.state = "ended";
    this.#entries.delete(id);
    this.#inFlight -= 1;
    this.#slots.giveBack(subscription, isRetry);
    const isSlow = subscription.overdue > 0 || nowMs - entry.startedMs >= this.#slowAfterMs;
    this.#turns.setStanding(subscription, isSlow ? "slow" : "prompt");
  }

  #start(entry: Entry, nowMs: number): void {
    entry.state = "in_flight";
    entry.startedMs = nowMs;
    this.#inFlight += 1;
    this.#slots.take(entry.lane.subscription, entry.lane.isRetry);
    this.#started.push(entry);
  }

  /** Notices the receivers that hang before their attempts end. */
  #markSlow(nowMs: number): void {
    for (let oldest = this.#started.peek(); oldest; oldest = this.#started.peek()) {
      if (nowMs - oldest.startedMs < this.#slowAfterMs) return;
      this.#started.shift();
      if (oldest.state !== "in_flight") continue;
      oldest.state = "overdue";
      oldest.lane.subscription.overdue += 1;
      this.#turns.setStanding(oldest.lane.subscription, "slow");
    }
  }

  #subscription(id: string): Subscription {
    const known = this.#subscriptions.get(id);
    if (known) return known;
    const subscription = newSubscription();
    this.#subscriptions.set(id, subscription);
    return subscription;
  }
}
