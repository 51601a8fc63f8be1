import { DueHeap } from "./due-heap.ts";
import { Fifo } from "./fifo.ts";
import { type Entry, newSubscription, type Subscription } from "./lane.ts";
import { RoundRobin } from "./round-robin.ts";
import { type SlotLimits, Slots } from "./slots.ts";

export interface QueueLimits extends SlotLimits {
  /** A receiver that takes longer than this is slow until it answers faster. */
  slowAfterMs: number;
}

export const defaultLimits: QueueLimits = { perSubscription: 10, total: 200, slowAfterMs: 1_000 };

/** A delivery due for an attempt. Times are from one monotonic clock. */
export interface QueuedDelivery {
  id: string;
  subscription: string;
  isRetry: boolean;
  dueMs: number;
}

/** Deliveries waiting for an attempt or in flight. `Slots` decides which may start. */
export class DeliveryQueue {
  readonly #slowAfterMs: number;
  readonly #slots: Slots;
  readonly #roundRobin: RoundRobin;
  readonly #entries = new Map<string, Entry>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #later = new DueHeap<Entry>();
  /** In flight and not overdue at the last check, oldest first. */
  readonly #started = new Fifo<Entry>();
  #inFlight = 0;

  constructor(limits: QueueLimits = defaultLimits) {
    this.#slowAfterMs = limits.slowAfterMs;
    this.#slots = new Slots(limits);
    this.#roundRobin = new RoundRobin(this.#slots);
  }

  /** Number of waiting deliveries. */
  get size(): number {
    return this.#entries.size - this.#inFlight;
  }

  /** When the next delivery becomes due; null without any. */
  get nextDueMs(): number | null {
    return this.#later.nextMs;
  }

  /** Whether a delivery waits or is in flight. */
  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Adds a delivery, unless it is queued already. */
  add({ id, subscription, isRetry, dueMs }: QueuedDelivery): void {
    if (this.#entries.has(id)) return;
    const { first, retry } = this.#subscription(subscription);
    const lane = isRetry ? retry : first;
    const entry: Entry = { id, lane, state: "waiting", startedMs: 0 };
    this.#entries.set(id, entry);
    this.#later.add(entry, dueMs);
  }

  /** The deliveries to attempt now. Each holds a slot until `finish`. */
  take(nowMs: number): string[] {
    for (let due = this.#later.takeDue(nowMs); due; due = this.#later.takeDue(nowMs)) {
      this.#roundRobin.add(due);
    }
    this.#markSlow(nowMs);
    const ids: string[] = [];
    for (let entry = this.#roundRobin.next(); entry; entry = this.#roundRobin.next()) {
      this.#start(entry, nowMs);
      ids.push(entry.id);
    }
    return ids;
  }

  /** Releases the slot and removes the delivery, which may be added again. */
  finish(id: string, nowMs: number): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.state === "waiting") return;
    const { subscription, isRetry } = entry.lane;
    if (entry.state === "overdue") subscription.overdue -= 1;
    entry.state = "ended";
    this.#entries.delete(id);
    this.#inFlight -= 1;
    this.#slots.release(subscription, isRetry);
    const isSlow = subscription.overdue > 0 || nowMs - entry.startedMs >= this.#slowAfterMs;
    this.#roundRobin.setResponsiveness(subscription, isSlow ? "slow" : "prompt");
  }

  #start(entry: Entry, nowMs: number): void {
    entry.state = "in_flight";
    entry.startedMs = nowMs;
    this.#inFlight += 1;
    this.#slots.take(entry.lane.subscription, entry.lane.isRetry);
    this.#started.push(entry);
  }

  /** Detects hanging receivers before their attempts end. */
  #markSlow(nowMs: number): void {
    for (let oldest = this.#started.peek(); oldest; oldest = this.#started.peek()) {
      if (nowMs - oldest.startedMs < this.#slowAfterMs) return;
      this.#started.shift();
      if (oldest.state !== "in_flight") continue;
      oldest.state = "overdue";
      oldest.lane.subscription.overdue += 1;
      this.#roundRobin.setResponsiveness(oldest.lane.subscription, "slow");
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
