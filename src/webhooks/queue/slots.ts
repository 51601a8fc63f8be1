/** How a subscription's receiver has answered of late; each may use a larger share than the one before. */
export type Standing = "slow" | "new" | "prompt";

export interface SlotLimits {
  perSubscription: number;
  inAll: number;
}

/** What a subscription holds at the moment. */
export interface Held {
  standing: Standing;
  inFlight: number;
  retries: number;
}

const rank = { slow: 0, new: 1, prompt: 2 } as const;
const share = [1 / 2, 3 / 4, 1] as const;
/** Of the slots of a subscription, and of all. */
const retryShare = 1 / 2;

/**
 * Who may have one more of a bounded number of slots.
 *
 * A subscription may while it holds fewer than are free (a dynamic threshold: the fewer are
 * left, the smaller anyone's part). Slow receivers may hold half of all slots together, and with
 * the new ones three quarters: however many of them hang, the others go on. Retries may hold
 * half, of one subscription's and of all: however many wait, new events go on.
 */
export class Slots {
  readonly #limits: SlotLimits;
  /** In flight by standing. */
  readonly #held = [0, 0, 0];
  #retries = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Slots that are left to a standing, or to its retries. */
  room(standing: Standing, isRetry: boolean): number {
    let room = isRetry
      ? Math.ceil(this.#limits.inAll * retryShare) - this.#retries
      : this.#limits.inAll;
    let held = 0;
    for (const [at, part] of share.entries()) {
      held += this.#held[at]!;
      if (at >= rank[standing]) room = Math.min(room, Math.ceil(this.#limits.inAll * part) - held);
    }
    return room;
  }

  mayTake({ standing, inFlight, retries }: Held, isRetry: boolean): boolean {
    const { perSubscription } = this.#limits;
    if (inFlight >= perSubscription || inFlight >= this.room(standing, false)) return false;
    return (
      !isRetry ||
      (retries < Math.ceil(perSubscription * retryShare) && retries < this.room(standing, true))
    );
  }

  take(held: Held, isRetry: boolean): void {
    this.#count(held, isRetry, 1);
  }

  giveBack(held: Held, isRetry: boolean): void {
    this.#count(held, isRetry, -1);
  }

  setStanding(held: Held, standing: Standing): void {
    this.#held[rank[held.standing]]! -= held.inFlight;
    this.#held[rank[standing]]! += held.inFlight;
    held.standing = standing;
  }

  #count(held: Held, isRetry: boolean, by: 1 | -1): void {
    held.inFlight += by;
    this.#held[rank[held.standing]]! += by;
    if (!isRetry) return;
    held.retries += by;
    this.#retries += by;
  }
}
