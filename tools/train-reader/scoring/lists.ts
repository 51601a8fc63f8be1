/** A value or a list of values as a list; nothing is an empty one. */
export function asList<T>(value: T | readonly T[] | null | undefined): T[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? [...value] : [value as T];
}

/** Whether a value is an object other than a list. */
export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list without doubles, in the order of first appearance. */
export const unique = <T>(list: Iterable<T>): T[] => [...new Set(list)];

/** Whether two lists without doubles have the same items. */
export const isSameSet = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item) => b.includes(item));

export const sum = (list: readonly number[]): number =>
  list.reduce((total, value) => total + value, 0);

/** The mean; null of an empty list. */
export const mean = (list: readonly number[]): number | null =>
  list.length > 0 ? sum(list) / list.length : null;

/** Whether a score is 1 but for rounding. */
export const isFull = (score: number): boolean => score > 1 - 1e-9;

/** F1 of a comparison; 1 where there was nothing to match. */
export const f1 = (matched: number, missing: number, extra: number): number =>
  matched + missing + extra > 0 ? (2 * matched) / (2 * matched + missing + extra) : 1;

/** The sum of the weighted scores. */
export const weigh = <N extends string>(
  scores: NoInfer<Record<N, number>>,
  weights: Record<N, number>,
): number => sum((Object.keys(weights) as N[]).map((name) => weights[name] * scores[name]));
