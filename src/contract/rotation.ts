/** The longest time that a replaced plan key may keep signing. */
export const maxOverlapMs = 365 * 86_400_000;
