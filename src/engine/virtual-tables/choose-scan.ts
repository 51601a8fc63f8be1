import type { Constraint } from "../../tables/model/table.ts";

/** A constraint as SQLite offers it while it looks for a plan. */
export interface OfferedConstraint {
  column: string;
  op: Constraint["op"];
  /** Whether its value is known by the time the table is read, in the order of joins under trial. */
  usable: boolean;
  /** Whether it compares by one of SQLite's own collations. */
  plainCollation: boolean;
}

export interface Scan {
  /** Which of the offered constraints the scan takes, by position. */
  uses: number[];
  cost: number;
  rows: number;
}

/** A collected table takes one equality, which its index answers. */
export function chooseCollectedScan(offered: OfferedConstraint[], rowCount: number): Scan {
  const equal = offered.findIndex(
    (constraint) => constraint.usable && constraint.op === "=" && constraint.plainCollation,
  );
  if (equal < 0) return { uses: [], cost: 10 + rowCount, rows: rowCount };
  const rows = Math.max(1, Math.round(Math.sqrt(rowCount)));
  return { uses: [equal], cost: 5 + rows, rows };
}

/**
 * A push-down table takes every constraint it is offered. Null when none of them is on a
 * required column: SQLite then tries another order of joins, and in the end gives up.
 */
export function choosePushDownScan(offered: OfferedConstraint[], required: string[]): Scan | null {
  const takes: number[] = [];
  offered.forEach(({ usable, op, plainCollation }, position) => {
    if (usable && (plainCollation || op === "LIKE" || op === "GLOB")) takes.push(position);
  });
  const onRequired = takes
    .map((position) => offered[position]!)
    .filter(({ column, op }) => required.includes(column) && canBound(op));
  if (onRequired.length === 0) return null;
  const exact = onRequired.some(({ op }) => op === "=");
  return { uses: takes, cost: exact ? 100 : 100_000, rows: exact ? 10 : 1_000 };
}

const canBound = (op: Constraint["op"]) => op === "=" || op === "LIKE" || op === "GLOB";
