/** Ways are counted up to so many: nobody asks for more. */
export const mostCounted = 1_000;
