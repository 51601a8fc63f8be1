/** The token numbers of a range [start, end). */
export const placesIn = ({ start, end }: { start: number; end: number }): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index);
