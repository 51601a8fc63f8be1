/** Keeps the first few of many things in order, which costs less than sorting them all. */
export function firstOf<T>(count: number, compare: (a: T, b: T) => number) {
  const kept: T[] = [];
  return {
    kept,
    add(item: T): void {
      if (kept.length === count && compare(item, kept[count - 1]!) >= 0) return;
      let low = 0;
      for (let high = kept.length; low < high; ) {
        const middle = (low + high) >>> 1;
        if (compare(item, kept[middle]!) < 0) high = middle;
        else low = middle + 1;
      }
      kept.splice(low, 0, item);
      if (kept.length > count) kept.pop();
    },
  };
}
