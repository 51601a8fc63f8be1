/** One of several alternatives, with the features that speak for or against it. */
export interface Option<T> {
  value: T;
  features: number[];
}

export interface Chosen<T> {
  value: T;
  /** Probability of this alternative among those offered. */
  p: number;
  /** Probability of each alternative, in the order they were offered. */
  all: Float64Array;
}

/** Weights by feature; features share places where their hashes meet. */
export interface FeatureWeights {
  /** Length is a power of two. */
  values: Float32Array | Int8Array;
  /** What one unit of `values` is worth. */
  scale: number;
}

/** Turns scores into probabilities, in place. */
export function softmax(scores: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) most = Math.max(most, score);
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const power = Math.exp((scores[at] as number) - most);
    scores[at] = power;
    sum += power;
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] as number) / sum;
  return scores;
}

export function scoreOf({ values, scale }: FeatureWeights, features: number[]): number {
  const mask = values.length - 1;
  let sum = 0;
  for (const one of features) sum += values[one & mask] as number;
  return sum * scale;
}

/** The likeliest of `options`, of which there must be one at least. */
export function choose<T>(weights: FeatureWeights, options: Option<T>[]): Chosen<T> {
  const all = new Float64Array(options.length);
  for (let at = 0; at < options.length; at += 1) {
    all[at] = scoreOf(weights, (options[at] as Option<T>).features);
  }
  softmax(all);
  let best = 0;
  for (let at = 1; at < all.length; at += 1)
    if ((all[at] as number) > (all[best] as number)) best = at;
  return { value: (options[best] as Option<T>).value, p: all[best] as number, all };
}
