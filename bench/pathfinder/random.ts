/** A seeded random source, the same in every run: mulberry32. */
export interface Random {
  /** 0 … `below` - 1. */
  int(below: number): number;
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return { int: (below) => Math.floor(next() * below), chance: (share) => next() < share };
}
