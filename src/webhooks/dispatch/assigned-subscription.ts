import type { DeliveryRecord } from "../../store/records.ts";

/** Timers are limited to 24 days, and looking early costs little. */
const longestWaitMs = 60_000;

/** A subscription whose deliveries this server sends: those it has reported, and when to look for more. */
export class AssignedSubscription {
  /** Resolves when the subscription is given up. */
  done: Promise<void> = Promise.resolve();
  /** Ids of the deliveries that wait for an attempt or are in flight. */
  readonly reported = new Set<string>();
  readonly #lowWater: number;
  #hasChanged = false;
  #isPartial = false;
  #nextDueMs = Number.POSITIVE_INFINITY;
  #wake: (() => void) | undefined;

  /** `lowWater`: how few reported deliveries are left when the next ones of many are read. */
  constructor(lowWater: number) {
    this.#lowWater = lowWater;
  }

  /** Before a query. Changes from here on need another one. */
  looking(): void {
    this.#hasChanged = false;
    this.#isPartial = false;
    this.#nextDueMs = Number.POSITIVE_INFINITY;
  }

  /** The query has left out deliveries that are due. */
  leftOut(): void {
    this.#isPartial = true;
  }

  /** An unreported delivery is due at this time, in epoch ms. */
  dueAt(dueMs: number): void {
    this.#nextDueMs = Math.min(this.#nextDueMs, dueMs);
  }

  /** Deliveries were added, or may have been. */
  changed(): void {
    this.#hasChanged = true;
    this.#wake?.();
  }

  attempted(id: string, after: DeliveryRecord | null): void {
    this.reported.delete(id);
    if (!after) this.#hasChanged = true;
    else if (after.due_at !== null) this.dueAt(after.due_at);
    this.#wake?.();
  }

  /** Waits until a query is worthwhile. False when nothing is left to send for at least `idleMs`. */
  async more(now: () => number, idleMs: number): Promise<boolean> {
    for (;;) {
      const waitMs = this.#nextDueMs - now();
      if (this.#hasChanged || waitMs <= 0) return true;
      if (this.#isPartial && this.reported.size <= this.#lowWater) return true;
      if (this.reported.size === 0 && waitMs > idleMs) return false;
      await this.#woken(Math.min(waitMs, longestWaitMs));
    }
  }

  #woken(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
