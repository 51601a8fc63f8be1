/**
 * Why no further case is begun, or null: `PLANTED_UNTIL`, in seconds since 1970, is when `.ci/run`
 * has just the time left for its other steps. Only a machine that is several times slower than
 * usual gets there; the cases left out are counted as skipped.
 */
export function lateness(): string | null {
  const until = Number(process.env.PLANTED_UNTIL ?? Number.POSITIVE_INFINITY);
  return Date.now() / 1000 < until ? null : "the time for planted cases is up";
}
