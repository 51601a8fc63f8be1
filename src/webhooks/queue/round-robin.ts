import type { Entry, Lane, Subscription } from "./lane.ts";
import { Ring } from "./ring.ts";
import type { Responsiveness, Slots } from "./slots.ts";

interface Group {
  responsiveness: Responsiveness;
  isRetry: boolean;
  ring: Ring<Lane>;
}

/** Round robin between subscriptions, and between groups by responsiveness and kind of attempt. */
export class RoundRobin {
  readonly #slots: Slots;
  readonly #groups: Group[] = (["prompt", "new", "slow"] as const).flatMap((responsiveness) =>
    [false, true].map((isRetry) => ({ responsiveness, isRetry, ring: new Ring<Lane>() })),
  );
  #nextGroup = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** Adds a due delivery. */
  add(entry: Entry): void {
    const { lane } = entry;
    lane.due.push(entry);
    if (!lane.node.ring) this.#ringOf(lane).add(lane.node);
  }

  /** Removes and returns the next delivery that may have a slot. */
  next(): Entry | undefined {
    for (const _ of this.#groups) {
      const group = this.#groups[this.#nextGroup]!;
      this.#nextGroup = (this.#nextGroup + 1) % this.#groups.length;
      const entry = this.#nextOf(group);
      if (entry) return entry;
    }
    return undefined;
  }

  setResponsiveness(subscription: Subscription, responsiveness: Responsiveness): void {
    if (subscription.responsiveness === responsiveness) return;
    this.#slots.setResponsiveness(subscription, responsiveness);
    for (const lane of [subscription.first, subscription.retry]) {
      if (lane.node.ring) this.#ringOf(lane).add(lane.node);
    }
  }

  #nextOf({ responsiveness, isRetry, ring }: Group): Entry | undefined {
    // If slots are available, only subscriptions that hold slots are skipped: never more than slots.
    if (this.#slots.available(responsiveness, isRetry) <= 0) return undefined;
    for (let left = ring.size; left > 0; left--) {
      const lane = ring.rotate()!;
      if (!this.#slots.mayTake(lane.subscription, isRetry)) continue;
      const entry = lane.due.shift()!;
      if (lane.due.size === 0) ring.remove(lane.node);
      return entry;
    }
    return undefined;
  }

  #ringOf({ subscription, isRetry }: Lane): Ring<Lane> {
    return this.#groups.find(
      (group) => group.responsiveness === subscription.responsiveness && group.isRetry === isRetry,
    )!.ring;
  }
}
