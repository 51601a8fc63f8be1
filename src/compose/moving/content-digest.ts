import { createHash } from "node:crypto";

/** How many things there are, and a hash over all of them. */
export interface Tally {
  count: number;
  /** Hex. The same whatever the order. */
  sha256: string;
}

export interface ContentDigest {
  /** `parts` together identify one thing of this kind with all of its content. */
  add(kind: string, ...parts: (string | Uint8Array)[]): void;
  /** By kind. */
  tallies(): Map<string, Tally>;
}

const modulus = 1n << 256n;

/** Counts and hashes things of several kinds. The sum of their SHA-256 values doesn't depend on their order. */
export function createDigest(): ContentDigest {
  const sums = new Map<string, { count: number; sum: bigint }>();
  return {
    add(kind, ...parts) {
      const hash = createHash("sha256");
      // With its length, so that a part can't be taken for the end of the one before.
      for (const part of parts) hash.update(`${part.length}:`).update(part);
      const { count, sum } = sums.get(kind) ?? { count: 0, sum: 0n };
      const value = BigInt(`0x${hash.digest("hex")}`);
      sums.set(kind, { count: count + 1, sum: (sum + value) % modulus });
    },
    tallies: () =>
      new Map(
        [...sums].map(([kind, { count, sum }]) => [
          kind,
          { count, sha256: sum.toString(16).padStart(64, "0") },
        ]),
      ),
  };
}
