interface Placed<T> {
  item: T;
  dueMs: number;
  /** Of two that are due at once the one added first comes first. */
  order: number;
}

const isSooner = <T>(a: Placed<T>, b: Placed<T>) =>
  a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);

/** What waits for its time, the soonest at hand: a binary heap. */
export class DueHeap<T> {
  readonly #heap: Placed<T>[] = [];
  #added = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** When the soonest is due; null without any. */
  get nextMs(): number | null {
    return this.#heap[0]?.dueMs ?? null;
  }

  add(item: T, dueMs: number): void {
    const placed = { item, dueMs, order: this.#added++ };
    let at = this.#heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isSooner(placed, this.#heap[parent]!)) break;
      this.#heap[at] = this.#heap[parent]!;
      at = parent;
    }
    this.#heap[at] = placed;
  }

  /** The soonest, if it is due. */
  takeDue(nowMs: number): T | undefined {
    const soonest = this.#heap[0];
    if (!soonest || soonest.dueMs > nowMs) return undefined;
    const last = this.#heap.pop()!;
    if (this.#heap.length > 0) this.#sink(last);
    return soonest.item;
  }

  /** Puts one in the place of the soonest and lets it find its own. */
  #sink(placed: Placed<T>): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isSooner(heap[child + 1]!, heap[child]!)) child++;
      if (!isSooner(heap[child]!, placed)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = placed;
  }
}
