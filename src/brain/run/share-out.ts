/**
 * Divides `total` among takers that want these amounts: everyone gets an equal share, and what one
 * does not need goes to the others.
 */
export function shareOut(wanted: number[], total: number): number[] {
  const shares = new Array<number>(wanted.length).fill(0);
  const smallestFirst = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!);
  let left = total;
  for (const [done, index] of smallestFirst.entries()) {
    const share = Math.min(wanted[index]!, Math.floor(left / (wanted.length - done)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
