/** How fast a subscription's receiver has responded recently, in order of increasing share of slots. */
export type Responsiveness = "slow" | "new" | "prompt";

export interface SlotLimits {
  perSubscription: number;
  total: number;
}

/** The slots that a subscription holds. */
export interface SlotUse {
  responsiveness: Responsiveness;
  inFlight: number;
  retries: number;
}

const rank = { slow: 0, new: 1, prompt: 2 } as const;
const share = [1 / 2, 3 / 4, 1] as const;
/** Share of retries in the slots of a subscription, and in all slots. */
const retryShare = 1 / 2;

/**
 * Decides which subscription may take one of a limited number of slots.
 *
 * A subscription may take a slot while it holds fewer than are free: a dynamic threshold, which
 * shrinks with the number of free slots. Slow receivers together may hold half of all slots, slow
 * and new receivers together three quarters, so that hanging receivers do not block the others.
 * Retries may hold half of a subscription's slots and half of all slots, so that they do not block
 * new events.
 */
export class Slots {
  readonly #limits: SlotLimits;
  /** Attempts in flight by responsiveness. */
  readonly #inFlight = [0, 0, 0];
  #retries = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** The free slots for receivers of this responsiveness, or for their retries. */
  available(responsiveness: Responsiveness, isRetry: boolean): number {
    let free = isRetry
      ? Math.ceil(this.#limits.total * retryShare) - this.#retries
      : this.#limits.total;
    let held = 0;
    for (const [at, part] of share.entries()) {
      held += this.#inFlight[at]!;
      if (at >= rank[responsiveness])
        free = Math.min(free, Math.ceil(this.#limits.total * part) - held);
    }
    return free;
  }

  mayTake({ responsiveness, inFlight, retries }: SlotUse, isRetry: boolean): boolean {
    const { perSubscription } = this.#limits;
    if (inFlight >= perSubscription || inFlight >= this.available(responsiveness, false))
      return false;
    return (
      !isRetry ||
      (retries < Math.ceil(perSubscription * retryShare) &&
        retries < this.available(responsiveness, true))
    );
  }

  take(use: SlotUse, isRetry: boolean): void {
    this.#count(use, isRetry, 1);
  }

  release(use: SlotUse, isRetry: boolean): void {
    this.#count(use, isRetry, -1);
  }

  setResponsiveness(use: SlotUse, responsiveness: Responsiveness): void {
    this.#inFlight[rank[use.responsiveness]]! -= use.inFlight;
    this.#inFlight[rank[responsiveness]]! += use.inFlight;
    use.responsiveness = responsiveness;
  }

  #count(use: SlotUse, isRetry: boolean, by: 1 | -1): void {
    use.inFlight += by;
    this.#inFlight[rank[use.responsiveness]]! += by;
    if (!isRetry) return;
    use.retries += by;
    this.#retries += by;
  }
}
