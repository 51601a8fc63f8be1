import type { Cell } from "../../contract/common.ts";
import { shareOut } from "./share-out.ts";

/** Limits of rows that come from several hosts. */
export interface RowLimits {
  rows: number;
  bytes: number;
}

/** The first rows of each host within the limits, which the hosts share: none can crowd out another. */
export function shareRows(hosts: Cell[][][], limits: RowLimits): Cell[][][] {
  const counts = shareOut(
    hosts.map((rows) => rows.length),
    limits.rows,
  );
  const taken = hosts.map((rows, index) => rows.slice(0, counts[index]));
  const sizes = taken.map((rows) => rows.reduce((sum, row) => sum + bytesOf(row), 0));
  const bytes = shareOut(sizes, limits.bytes);
  return taken.map((rows, index) =>
    sizes[index] === bytes[index] ? rows : firstWithin(rows, bytes[index]!),
  );
}

function firstWithin(rows: Cell[][], bytes: number): Cell[][] {
  let left = bytes;
  const end = rows.findIndex((row) => {
    left -= bytesOf(row);
    return left < 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Approximately the size of a row in memory. */
function bytesOf(row: Cell[]): number {
  return row.reduce<number>(
    (sum, cell) => sum + 8 + (typeof cell === "string" ? cell.length : 0),
    0,
  );
}
