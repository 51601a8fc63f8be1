/** For this long scrapes get the same values, so that many of them cost the store no more than one. */
const keptForMs = 5_000;

/**
 * Reads at most every five seconds. Undefined while the store can't be read: metrics are then absent
 * instead of old, and the others are still served.
 */
export function cachedReading<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let readMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - readMs >= keptForMs) {
      readMs = performance.now();
      reading = read().catch(() => undefined);
    }
    return reading;
  };
}
