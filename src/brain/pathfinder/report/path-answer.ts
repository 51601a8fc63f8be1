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

/** What there is to tell as rows: who is reached, what to repair, how exposed hosts are. */
export function pathAnswer({ reached, fixes, ranking }: PathOutcome): PathTable | null {
  if (reached)
    return table(
      ["node", "type", "steps", "known"],
      reached.map((one) => [one.node.label, one.node.type, one.hops, knownAs(one)]),
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
        cost === null ? "no way" : knownAs({ cost }),
      ]),
    );
  return null;
}

const knownAs = (one: { cost: number }) => (isProven(one) ? "proven" : "not proven");

function table(columns: string[], rows: Cell[][]): PathTable {
  return { columns, rows, rowCount: rows.length, truncated: false };
}
