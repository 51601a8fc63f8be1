import { growArray } from "./grow-array.ts";

/** A sparse table of small numbers, filled as they become known. */
export interface CodeTable {
  /** -1: unknown. */
  get(row: number, column: number): number;
  set(row: number, column: number, code: number): void;
}

/** The table is emptied above this size: there may be many rows and columns. */
const maxBytes = 32_000_000;

export function createCodeTable(): CodeTable {
  /** Each cell holds its code plus one; 0 is unknown. */
  let rows: (Uint8Array | undefined)[] = [];
  let bytes = 0;

  return {
    get(row, column) {
      const codes = rows[row];
      return codes === undefined || column >= codes.length ? -1 : codes[column]! - 1;
    },
    set(row, column, code) {
      if (bytes > maxBytes) [rows, bytes] = [[], 0];
      const before = rows[row] ?? new Uint8Array(0);
      const codes = growArray(before, column);
      bytes += codes.length - before.length;
      rows[row] = codes;
      codes[column] = code + 1;
    },
  };
}
