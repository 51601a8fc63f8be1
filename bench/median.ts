/** The middle of an odd number of values, the upper of the two middle ones of an even number. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
