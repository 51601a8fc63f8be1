import { growArray } from "../graph/grow-array.ts";

/** A priority queue for integer keys that are never below the key popped last. */
export interface BucketQueue {
  push(key: number, item: number): void;
  /** The smallest key; -1 when the queue is empty. */
  minKey(): number;
  /** Removes an item of the smallest key; the queue must not be empty. */
  pop(): number;
  clear(): void;
}

/** One bucket per key, each a linked list in shared arrays. */
export function createBucketQueue(): BucketQueue {
  let heads = new Int32Array(0);
  let nexts = new Int32Array(0);
  let items = new Int32Array(0);
  let used = 0;
  let free = -1;
  let size = 0;
  let min = 0;
  let max = -1;

  function takeSlot(): number {
    if (free < 0) {
      nexts = growArray(nexts, used);
      items = growArray(items, used);
      return used++;
    }
    const slot = free;
    free = nexts[slot]!;
    return slot;
  }

  function minKey(): number {
    if (size === 0) return -1;
    while (heads[min]! < 0) min++;
    return min;
  }

  return {
    minKey,
    push(key, item) {
      heads = growArray(heads, key, -1);
      const slot = takeSlot();
      items[slot] = item;
      nexts[slot] = heads[key]!;
      heads[key] = slot;
      if (key > max) max = key;
      size++;
    },
    pop() {
      const key = minKey();
      const slot = heads[key]!;
      heads[key] = nexts[slot]!;
      nexts[slot] = free;
      free = slot;
      size--;
      return items[slot]!;
    },
    clear() {
      heads.fill(-1, 0, max + 1);
      used = 0;
      free = -1;
      size = 0;
      min = 0;
      max = -1;
    },
  };
}
