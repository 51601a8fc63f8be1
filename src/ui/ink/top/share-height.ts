/** The lines of the screen that a panel asks for. */
export interface Demand {
  /** Lines that show the whole panel, with its title and headings. */
  lines: number;
  focused: boolean;
}

const title = 1;
/** The lines each panel gets before any gets more: its title and two rows. */
const minimum = 3;
/** The lines of the focused panel: its title, headings and a few rows. */
const focusedMinimum = 6;

/** Lines for each of the stacked panels, `height` in all at most. */
export function shareHeight(demands: Demand[], height: number): number[] {
  const shares = demands.map(() => 0);
  let left = height;
  const grow = (at: number, to: number) => {
    const more = Math.min(left, Math.max(0, Math.min(to, demands[at]!.lines) - shares[at]!));
    shares[at]! += more;
    left -= more;
  };
  const all = demands.map((_, at) => at);
  const focused = all.filter((at) => demands[at]!.focused);
  for (const at of all) grow(at, title);
  for (const at of focused) grow(at, focusedMinimum);
  for (const at of all) grow(at, minimum);
  for (const at of focused) grow(at, Math.ceil(height / 2));
  // One line each in turns, until no panel asks for more or none is left.
  for (let before = -1; left > 0 && left !== before; ) {
    before = left;
    for (const at of all) grow(at, shares[at]! + 1);
  }
  return shares;
}
