/** Negative if `left` is older than `right`, positive if newer, 0 if they are the same version. */
export type CompareVersions = (left: string, right: string) => number;

/** Compares runs of digits of any length by value. */
export function compareDigits(left: string, right: string): number {
  const a = left.replace(/^0+/, "");
  const b = right.replace(/^0+/, "");
  return a.length - b.length || compareText(a, b);
}

export const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
