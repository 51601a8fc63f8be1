/** When the demo's machines were looked at; whatever they hold is older. */
export const lookedAtMs = Date.UTC(2026, 9, 12, 6, 30);

export const lookedAt = lookedAtMs / 1000;

const daySeconds = 86_400;

/** Epoch seconds so many days before the look. */
export const daysAgo = (days: number): number => Math.floor(lookedAt - days * daySeconds);

/** The day number that /etc/shadow keeps. */
export const shadowDay = (secondsSinceEpoch: number): number =>
  Math.floor(secondsSinceEpoch / daySeconds);
