/** Ways are counted up to so many: nobody asks for more. */
export const maxCountedPaths = 1_000;
