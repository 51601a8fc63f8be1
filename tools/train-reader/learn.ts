import { softmax } from "../../src/brain/questions/weights/choice.ts";
import {
  rowFinder,
  type SubjectWeights,
} from "../../src/brain/questions/weights/subject-weights.ts";

/** A decision as it should be made: the features of each alternative, and which is right. */
export interface ChoiceExample {
  /** What is decided, for reports. */
  head: string;
  options: Uint32Array[];
  right: number;
}

/** A reproducible source of numbers from 0 to 1 (xorshift). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

export function shuffled<T>(items: T[], random: () => number): T[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}

export interface ChoiceSettings {
  /** Size of the table is 2 to the power of this. */
  bits: number;
  epochs: number;
  rate: number;
  /** Pull of each weight towards zero at each use. */
  decay: number;
}

/** Learns the weights of decisions by stochastic gradient descent with AdaGrad's step sizes. */
export function learnChoices(examples: ChoiceExample[], settings: ChoiceSettings): Float32Array {
  const mask = 2 ** settings.bits - 1;
  const weights = new Float32Array(mask + 1);
  const squares = new Float32Array(mask + 1);
  const random = randomFrom(7);
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    for (const { options, right } of shuffled(examples, random)) {
      const scores = softmax(
        Float64Array.from(options, (features) => sumOf(weights, features, mask)),
      );
      for (let at = 0; at < options.length; at += 1) {
        const error = (scores[at] as number) - (at === right ? 1 : 0);
        if (Math.abs(error) < 1e-3) continue;
        for (const one of options[at] as Uint32Array) {
          const place = one & mask;
          const gradient = error + settings.decay * (weights[place] as number);
          const square = (squares[place] as number) + gradient * gradient;
          squares[place] = square;
          weights[place] =
            (weights[place] as number) - (settings.rate * gradient) / (1e-3 + Math.sqrt(square));
        }
      }
    }
  }
  return weights;
}

function sumOf(weights: Float32Array, features: Uint32Array, mask: number): number {
  let sum = 0;
  for (let at = 0; at < features.length; at += 1) {
    sum += weights[(features[at] as number) & mask] as number;
  }
  return sum;
}

/** A question's features, and the subjects that are right for it with their shares. */
export interface SubjectExample {
  features: number[];
  right: { subject: number; share: number }[];
  weight: number;
}

export interface SubjectSettings {
  epochs: number;
  rate: number;
  decay: number;
  /** A feature counts when at least this many examples have it. */
  least: number;
  /** How many weights are kept, the greatest. */
  kept: number;
  /** The share of a question's features that is left out at each use, so that none is relied on alone. */
  dropped: number;
}

function featureNumbers(examples: SubjectExample[], least: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { features } of examples) {
    for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const numbers = new Map<number, number>();
  for (const [one, count] of counts) {
    if (count >= least) numbers.set(one, numbers.size);
  }
  return numbers;
}

/** Learns which features speak for which subjects: a multinomial logistic regression. */
export function learnSubjects(
  ids: string[],
  examples: SubjectExample[],
  settings: SubjectSettings,
): SubjectWeights {
  const numbers = featureNumbers(examples, settings.least);
  const width = ids.length;
  const weights = new Float32Array(numbers.size * width);
  const squares = new Float32Array(numbers.size * width);
  const random = randomFrom(11);
  const rows = examples.map(({ features }) =>
    Int32Array.from(features.flatMap((one) => numbers.get(one) ?? [])),
  );
  const order = examples.map((_, at) => at);
  const scores = new Float64Array(width);
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    for (const at of shuffled(order, random)) {
      const row = (rows[at] as Int32Array).filter(() => random() >= settings.dropped);
      const { right, weight } = examples[at] as SubjectExample;
      scores.fill(0);
      for (const feature of row) {
        const base = feature * width;
        for (let subject = 0; subject < width; subject += 1) {
          scores[subject] = (scores[subject] as number) + (weights[base + subject] as number);
        }
      }
      softmax(scores);
      for (const { subject, share } of right) scores[subject] = (scores[subject] as number) - share;
      // Long questions have more features, not more say.
      const size = weight / Math.sqrt(Math.max(1, row.length));
      const wrong: number[] = [];
      for (let subject = 0; subject < width; subject += 1) {
        if (Math.abs(scores[subject] as number) * size > 1e-3) wrong.push(subject);
      }
      for (const feature of row) {
        const base = feature * width;
        for (const subject of wrong) {
          const place = base + subject;
          const gradient =
            (scores[subject] as number) * size + settings.decay * (weights[place] as number);
          squares[place] = (squares[place] as number) + gradient * gradient;
          weights[place] =
            (weights[place] as number) -
            (settings.rate * gradient) / (1e-3 + Math.sqrt(squares[place] as number));
        }
      }
    }
  }
  for (let at = 0; at < weights.length; at += 1) {
    weights[at] = (weights[at] as number) * (1 - settings.dropped);
  }
  centre(weights, width);
  return sparse(ids, numbers, weights, settings.kept);
}

/**
 * Subtracts from each row its mean. What a feature adds to all subjects alike changes no
 * probability, and most of the weights that are left are small enough to be dropped.
 */
function centre(weights: Float32Array, width: number): void {
  for (let base = 0; base < weights.length; base += width) {
    const row = weights.subarray(base, base + width);
    const mean = row.reduce((sum, weight) => sum + weight, 0) / width;
    for (let at = 0; at < width; at += 1) row[at] = (row[at] as number) - mean;
  }
}

/** The least size that is kept, so that `kept` weights are. */
export function threshold(weights: Float32Array, kept: number): number {
  const sizes = weights.filter((weight) => weight !== 0).map(Math.abs);
  if (sizes.length <= kept) return 0;
  sizes.sort();
  return sizes[sizes.length - kept] as number;
}

/** How many sizes a weight may have as a byte: more would make the file larger, and no decision better. */
export const levels = 63;

/** The greatest weights as sparse rows of bytes. */
function sparse(
  ids: string[],
  numbers: Map<number, number>,
  weights: Float32Array,
  kept: number,
): SubjectWeights {
  const width = ids.length;
  const least = Math.max(threshold(weights, kept), 1e-6);
  let most = 0;
  for (const weight of weights) most = Math.max(most, Math.abs(weight));
  const scale = most / levels;
  const features: number[] = [];
  const starts = [0];
  const subjects: number[] = [];
  const values: number[] = [];
  for (const [feature, row] of [...numbers].sort(([a], [b]) => a - b)) {
    const before = subjects.length;
    for (let subject = 0; subject < width; subject += 1) {
      const weight = weights[row * width + subject] as number;
      const value = Math.abs(weight) < least ? 0 : Math.round(weight / scale);
      if (value === 0) continue;
      subjects.push(subject);
      values.push(value);
    }
    if (subjects.length === before) continue;
    features.push(feature);
    starts.push(subjects.length);
  }
  const all = Uint32Array.from(features);
  return {
    ids,
    features: all,
    rowOf: rowFinder(all),
    starts: Uint32Array.from(starts),
    subjects: Uint8Array.from(subjects),
    values: Int8Array.from(values),
    scale,
  };
}
