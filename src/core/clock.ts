/** A clock, passed in so that tests control the time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO-8601 UTC with milliseconds and `Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
