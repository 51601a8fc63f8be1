interface HeapEntry<T> {
  item: T;
  dueMs: number;
  /** Of two items due at the same time, the one added first comes first. */
  order: number;
}

const isEarlier = <T>(a: HeapEntry<T>, b: HeapEntry<T>) =>
  a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);

/** Items by due time, in a binary heap. */
export class DueHeap<T> {
  readonly #heap: HeapEntry<T>[] = [];
  #added = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** When the first item is due; null when empty. */
  get nextMs(): number | null {
    return this.#heap[0]?.dueMs ?? null;
  }

  add(item: T, dueMs: number): void {
    const entry = { item, dueMs, order: this.#added++ };
    let at = this.#heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isEarlier(entry, this.#heap[parent]!)) break;
      this.#heap[at] = this.#heap[parent]!;
      at = parent;
    }
    this.#heap[at] = entry;
  }

  /** Removes and returns the first item, if it is due. */
  takeDue(nowMs: number): T | undefined {
    const first = this.#heap[0];
    if (!first || first.dueMs > nowMs) return undefined;
    const last = this.#heap.pop()!;
    if (this.#heap.length > 0) this.#sink(last);
    return first.item;
  }

  /** Replaces the first item and moves the new one down to its position. */
  #sink(entry: HeapEntry<T>): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isEarlier(heap[child + 1]!, heap[child]!)) child++;
      if (!isEarlier(heap[child]!, entry)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = entry;
  }
}
