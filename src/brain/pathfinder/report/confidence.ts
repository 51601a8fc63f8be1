import type { Hop } from "../model/types.ts";

/** Confidence by state; a cached fact may have changed since. */
const sureness = { proven: 0.99, conditional: 0.5, inferred: 0.4, refuted: 0 };
const cachedSureness = 0.9;

/** The product over all hops, because each has to hold. */
export function confidenceOf(hops: Hop[], isFresh: (hop: Hop) => boolean): number {
  const product = hops.reduce(
    (sure, hop) => sure * sureness[hop.state] * (isFresh(hop) ? 1 : cachedSureness),
    1,
  );
  return Math.round(product * 10_000) / 10_000;
}
