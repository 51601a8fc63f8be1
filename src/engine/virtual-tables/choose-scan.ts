import type { Constraint, PushDownTable } from "../../tables/model/table.ts";
import type { TableShape } from "./table-shape.ts";

/** A constraint that SQLite offers while it plans a query. */
export interface OfferedConstraint {
  column: string;
  op: Constraint["op"];
  /** Whether its value is known when the table is read, in the join order being tried. */
  usable: boolean;
  /** Whether it uses one of SQLite's built-in collations. */
  plainCollation: boolean;
  /** Whether its value is written in the statement, alone or in a list. */
  literal: boolean;
  /** Whether it is one of a list's: SQLite then reads the table once for each. */
  listed: boolean;
}

export interface Scan {
  /** The indexes of the offered constraints that the scan uses. */
  uses: number[];
  cost: number;
  rows: number;
  /** Set if the scan reads the place that its constraint names. */
  fromInput?: true;
}

/** How a table is read under the offered constraints; null if they are not enough. */
export function chooseScan(
  { pushDown, input }: Pick<TableShape, "pushDown" | "input">,
  offered: OfferedConstraint[],
  rowCount: number,
): Scan | null {
  if (pushDown) return choosePushDownScan(offered, pushDown);
  if (!input) return chooseCollectedScan(offered, rowCount);
  const usual = chooseCollectedScan(offered, rowCount);
  return chooseInputScan(offered, input.column) ?? { ...usual, cost: usual.cost + usualPlaces };
}

/** Added to the cost of the usual places, so that SQLite reads those that an OR names one by one. */
const usualPlaces = 100_000;

/**
 * A collected table uses all equality constraints, through one index. Of those with a list of values
 * it uses one, and only alone: for several, SQLite would read the table once for each combination.
 */
function chooseCollectedScan(offered: OfferedConstraint[], rowCount: number): Scan {
  const equal = offered.flatMap(({ usable, op, plainCollation }, position) =>
    usable && op === "=" && plainCollation ? [position] : [],
  );
  const single = equal.filter((position) => !offered[position]!.listed);
  const uses = single.length > 0 ? single : equal.slice(0, 1);
  if (uses.length === 0) return { uses, cost: 10 + rowCount, rows: rowCount };
  const rows = Math.max(1, Math.round(rowCount ** (1 / (uses.length + 1))));
  return { uses, cost: 5 + rows, rows };
}

/** A table reads the place that a statement names; null if this one names none. */
function chooseInputScan(offered: OfferedConstraint[], column: string): Scan | null {
  const at = offered.findIndex(
    (one) => one.column === column && one.op === "=" && one.usable && one.literal,
  );
  return at < 0 ? null : { uses: [at], cost: 100, rows: 10, fromInput: true };
}

/**
 * A push-down table uses the constraints on columns that it searches by. Others, which SQLite checks
 * anyway, would only bind the scan to the tables that their values come from: SQLite then finds no
 * plan for an OR whose branch is a list. Null if no required column is constrained: SQLite then
 * tries another join order, and fails if none works.
 */
function choosePushDownScan(
  offered: OfferedConstraint[],
  { required, options = [] }: Pick<PushDownTable, "required" | "options">,
): Scan | null {
  const searched = [...required, ...options];
  const uses = offered.flatMap(({ column, usable, op, plainCollation }, position) =>
    usable && searched.includes(column) && (plainCollation || op === "LIKE" || op === "GLOB")
      ? [position]
      : [],
  );
  const onRequired = uses
    .map((position) => offered[position]!)
    .filter(({ column, op }) => required.includes(column) && canBound(op));
  if (onRequired.length === 0) return null;
  const exact = onRequired.some(({ op }) => op === "=");
  return { uses, cost: exact ? 100 : 100_000, rows: exact ? 10 : 1_000 };
}

const canBound = (op: Constraint["op"]) => op === "=" || op === "LIKE" || op === "GLOB";
