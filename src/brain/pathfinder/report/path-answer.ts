import type { Cell } from "../../../contract/common.ts";
import type { PathOutcome } from "../model/types.ts";
import { isProven } from "./is-proven.ts";

/** The rows of an answer about paths. */
export interface PathTable {
  columns: string[];
  rows: Cell[][];
  rowCount: number;
  truncated: boolean;
}

/** The rows of an answer: who is reached, what to repair, or how exposed hosts are. */
export function pathAnswer({ reached, fixes, ranking }: PathOutcome): PathTable | null {
  if (reached)
    return table(
      ["node", "type", "steps", "known"],
      reached.map((row) => [row.node.label, row.node.type, row.hops, knownAs(row)]),
    );
  if (fixes)
    return table(
      ["repair", "host", "edges"],
      fixes.map(({ text, hops }) => [text, hops[0]?.hostname ?? null, hops.length]),
    );
  if (ranking)
    return table(
      ["host", "accounts", "known"],
      ranking.map(({ host, accounts, cost }) => [
        host.label,
        accounts,
        cost === null ? "no path" : knownAs({ cost }),
      ]),
    );
  return null;
}

const knownAs = (row: { cost: number }) => (isProven(row) ? "proven" : "not proven");

function table(columns: string[], rows: Cell[][]): PathTable {
  return { columns, rows, rowCount: rows.length, truncated: false };
}
