/** Time of the recording; everything on the machines is older. */
export const recordedAtMs = Date.UTC(2026, 9, 12, 6, 30);

export const recordedAt = recordedAtMs / 1000;

const daySeconds = 86_400;

/** Epoch seconds, this many days before the recording. */
export const daysAgo = (days: number): number => Math.floor(recordedAt - days * daySeconds);

/** Days since the epoch, as in /etc/shadow. */
export const shadowDay = (secondsSinceEpoch: number): number =>
  Math.floor(secondsSinceEpoch / daySeconds);
