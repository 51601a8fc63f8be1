import type { Entry, Lane, Subscription } from "./lane.ts";
import { Ring } from "./ring.ts";
import type { Slots, Standing } from "./slots.ts";

interface Round {
  standing: Standing;
  isRetry: boolean;
  ring: Ring<Lane>;
}

/** Round robin between subscriptions, and between the rounds of each standing and each kind of attempt. */
export class Turns {
  readonly #slots: Slots;
  readonly #rounds: Round[] = (["prompt", "new", "slow"] as const).flatMap((standing) =>
    [false, true].map((isRetry) => ({ standing, isRetry, ring: new Ring<Lane>() })),
  );
  #turn = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** Adds what has fallen due. */
  add(entry: Entry): void {
    const { lane } = entry;
    lane.due.push(entry);
    if (!lane.seat.ring) this.#ringOf(lane).add(lane.seat);
  }

  /** Takes the one whose turn it is among those that may have a slot. */
  next(): Entry | undefined {
    for (const _ of this.#rounds) {
      const round = this.#rounds[this.#turn]!;
      this.#turn = (this.#turn + 1) % this.#rounds.length;
      const entry = this.#nextOf(round);
      if (entry) return entry;
    }
    return undefined;
  }

  setStanding(subscription: Subscription, standing: Standing): void {
    if (subscription.standing === standing) return;
    this.#slots.setStanding(subscription, standing);
    for (const lane of [subscription.first, subscription.retry]) {
      if (lane.seat.ring) this.#ringOf(lane).add(lane.seat);
    }
  }

  #nextOf({ standing, isRetry, ring }: Round): Entry | undefined {
    // Where there is room, only those that hold slots are passed over: never more than slots.
    if (this.#slots.room(standing, isRetry) <= 0) return undefined;
    for (let left = ring.size; left > 0; left--) {
      const lane = ring.rotate()!;
      if (!this.#slots.mayTake(lane.subscription, isRetry)) continue;
      const entry = lane.due.shift()!;
      if (lane.due.size === 0) ring.remove(lane.seat);
      return entry;
    }
    return undefined;
  }

  #ringOf({ subscription, isRetry }: Lane): Ring<Lane> {
    return this.#rounds.find(
      (round) => round.standing === subscription.standing && round.isRetry === isRetry,
    )!.ring;
  }
}
