// Splicing an array this short costs less than finding the position.
const chunkLimit = 1024;

/** The first index of `list` whose value is not below `key`. */
function lowerBound<T>(list: T[], key: string, keyOf: (item: T) => string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(list[middle]!) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const self = (key: string) => key;
const lastOf = (chunk: string[]) => chunk[chunk.length - 1]!;

/**
 * A sorted set of strings in chunks: adding and removing stay cheap at any size, and iteration
 * may start at any key.
 */
export class SortedKeys {
  readonly #chunks: string[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: string): void {
    const chunks = this.#chunks;
    const last = chunks.at(-1);
    if (!last || lastOf(last) < key) {
      // Most keys begin with a timestamp, so they arrive in order and fill each chunk.
      if (last && last.length < chunkLimit) last.push(key);
      else chunks.push([key]);
      this.#size++;
      return;
    }
    const at = lowerBound(chunks, key, lastOf);
    const chunk = chunks[at]!;
    const index = lowerBound(chunk, key, self);
    if (chunk[index] === key) return;
    chunk.splice(index, 0, key);
    this.#size++;
    if (chunk.length > chunkLimit) chunks.splice(at + 1, 0, chunk.splice(chunk.length >>> 1));
  }

  remove(key: string): void {
    const at = lowerBound(this.#chunks, key, lastOf);
    const chunk = this.#chunks[at];
    if (!chunk) return;
    const index = lowerBound(chunk, key, self);
    if (chunk[index] !== key) return;
    chunk.splice(index, 1);
    this.#size--;
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** Keys from `from` on (all by default), in ascending order. */
  *ascending(from?: string): Generator<string> {
    let at = from === undefined ? 0 : lowerBound(this.#chunks, from, lastOf);
    const first = this.#chunks[at];
    let index = first && from !== undefined ? lowerBound(first, from, self) : 0;
    for (; at < this.#chunks.length; at++, index = 0) {
      const chunk = this.#chunks[at]!;
      for (; index < chunk.length; index++) yield chunk[index]!;
    }
  }

  /** Keys below `before` (all by default), in descending order. */
  *descending(before?: string): Generator<string> {
    const chunks = this.#chunks;
    let at =
      before === undefined
        ? chunks.length - 1
        : Math.min(lowerBound(chunks, before, lastOf), chunks.length - 1);
    const first = chunks[at];
    let index = first
      ? (before === undefined ? first.length : lowerBound(first, before, self)) - 1
      : -1;
    while (at >= 0) {
      const chunk = chunks[at]!;
      for (; index >= 0; index--) yield chunk[index]!;
      at--;
      index = (chunks[at]?.length ?? 0) - 1;
    }
  }
}
