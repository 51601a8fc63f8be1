/** Paths are counted up to this number. */
export const maxCountedPaths = 1_000;
