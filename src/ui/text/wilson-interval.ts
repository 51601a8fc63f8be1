/** The standard normal quantile of a two-sided 95% interval. */
const z = 1.96;

/** Wilson's 95% interval for a share, from 0 to 1; `cases` must not be 0. */
export function wilsonInterval(successes: number, cases: number): { from: number; to: number } {
  const share = successes / cases;
  const scale = 1 + z ** 2 / cases;
  const centre = (share + z ** 2 / (2 * cases)) / scale;
  const margin = (z / scale) * Math.sqrt((share * (1 - share)) / cases + z ** 2 / (4 * cases ** 2));
  return { from: Math.max(0, centre - margin), to: Math.min(1, centre + margin) };
}
