/** What a panel would like of the screen. */
export interface Wish {
  /** Lines that show all of it, with its title and headings. */
  lines: number;
  focused: boolean;
}

const title = 1;
/** Lines a panel has before the others get more: its title and two rows. */
const modest = 3;
/** The panel that keys go into is worked in: its title, headings and a few rows. */
const focusedLeast = 6;

/** Lines for each panel on top of each other, `height` at most together. */
export function shareHeight(wishes: Wish[], height: number): number[] {
  const shares = wishes.map(() => 0);
  let left = height;
  const grow = (at: number, to: number) => {
    const more = Math.min(left, Math.max(0, Math.min(to, wishes[at]!.lines) - shares[at]!));
    shares[at]! += more;
    left -= more;
  };
  const all = wishes.map((_, at) => at);
  const focused = all.filter((at) => wishes[at]!.focused);
  for (const at of all) grow(at, title);
  for (const at of focused) grow(at, focusedLeast);
  for (const at of all) grow(at, modest);
  for (const at of focused) grow(at, Math.ceil(height / 2));
  // One line each in turns, until nobody wants more or nothing is left.
  for (let before = -1; left > 0 && left !== before; ) {
    before = left;
    for (const at of all) grow(at, shares[at]! + 1);
  }
  return shares;
}
