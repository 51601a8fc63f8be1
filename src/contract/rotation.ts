/** The longest that a replaced plan key may go on signing: who needs more has lost sight of those agents. */
export const maxOverlapMs = 365 * 86_400_000;
