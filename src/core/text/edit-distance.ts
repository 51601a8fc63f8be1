/**
 * The edits (insert, remove, replace a letter, swap two neighbours) that turn `from` into `to`.
 * More than `limit` are not counted exactly: the result is then just greater than `limit`.
 */
export function editDistance(from: string, to: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, replaced);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    if (Math.min(...next, ...row) > limit) return limit + 1;
    [before, row] = [row, next];
  }
  return row[to.length]!;
}
