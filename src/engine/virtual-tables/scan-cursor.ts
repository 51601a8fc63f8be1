import type { Constraint, Row } from "../../tables/model/table.ts";
import { toColumnValue } from "../sqlite/cell-values.ts";
import { columnKey, type Evaluation } from "./evaluation.ts";
import type { TableShape } from "./table-shape.ts";

export interface UsedConstraint {
  column: string;
  op: Constraint["op"];
  fromInput?: true;
}

type GivenConstraint = UsedConstraint & Constraint;

/** One scan of a table within a statement. */
export interface ScanCursor {
  shape: TableShape;
  row: Record<string, unknown> | null;
  position: number;
  /** Whether the rows are those of a collection, whose numbers are known. */
  isCollected: boolean;
  next: () => Record<string, unknown> | null;
}

export function openCursor(shape: TableShape): ScanCursor {
  return { shape, row: null, position: 0, isCollected: false, next: () => null };
}

/** Restarts the cursor with new constraint values and reads its first row. */
export function startScan(
  cursor: ScanCursor,
  constraints: GivenConstraint[],
  evaluation: Evaluation,
): void {
  const { shape } = cursor;
  const [place] = constraints.filter(({ fromInput }) => fromInput);
  cursor.isCollected = !shape.pushDown && !place;
  if (shape.pushDown) cursor.next = pushDownRows(shape, constraints, evaluation);
  else if (place) cursor.next = iterateRows(placedRows(shape, place, evaluation));
  else cursor.next = iterateRows(collectedRows(shape, constraints, evaluation));
  cursor.position = 0;
  cursor.row = cursor.next();
}

function collectedRows(shape: TableShape, constraints: Constraint[], evaluation: Evaluation) {
  const collected = evaluation.collected.get(shape.name);
  if (!collected) throw new Error(`${shape.name} was not collected`);
  for (const gap of collected.missing(constraints)) evaluation.report(shape.name, gap);
  return constraints.length > 0 ? collected.lookup(constraints) : collected.rows;
}

function placedRows(shape: TableShape, { value }: Constraint, evaluation: Evaluation): Row[] {
  // A relative path has no meaning without a working folder.
  if (typeof value !== "string" || !value.startsWith("/") || value.includes("\0")) return [];
  return shape.input!.read(evaluation.host, value, (gap) => evaluation.report(shape.name, gap));
}

/**
 * A number that is the same for the same row in every scan: when branches of an OR each scan the
 * table, SQLite uses it to tell duplicate rows.
 */
export function rowNumber({ shape, row, isCollected }: ScanCursor, evaluation: Evaluation): number {
  if (row === null) return -1;
  if (isCollected) return evaluation.collected.get(shape.name)?.indexOf(row) ?? -1;
  const cells = shape.columnNames.map((name) => toColumnValue(row[name], shape.columns[name]));
  const content = JSON.stringify([shape.name, ...cells], (_key, cell) =>
    typeof cell === "bigint" ? `${cell}n` : cell,
  );
  const { rowNumbers } = evaluation;
  const number = rowNumbers.get(content) ?? rowNumbers.size;
  rowNumbers.set(content, number);
  return number;
}

function iterateRows(rows: Record<string, unknown>[]): ScanCursor["next"] {
  let index = 0;
  return () => rows[index++] ?? null;
}

function pushDownRows(
  shape: TableShape,
  constraints: Constraint[],
  evaluation: Evaluation,
): ScanCursor["next"] {
  // A comparison with NULL is never true.
  if (constraints.some(({ value }) => value === null)) return () => null;
  const typed = constraints.map((constraint) => ({
    ...constraint,
    value: typedValue(constraint, shape),
  }));
  const report = (gap: Parameters<Evaluation["report"]>[1]) => evaluation.report(shape.name, gap);
  const rows: Iterator<Row> = shape
    .pushDown!.scan(evaluation.host, typed, report, (column) =>
      evaluation.columnsRead.has(columnKey(shape.name, column)),
    )
    [Symbol.iterator]();
  return () => {
    const step = rows.next();
    return step.done ? null : step.value;
  };
}

/** The value in its column's type, unless that loses it: 'abc' stays text for a numeric column. */
function typedValue({ column, op, value }: Constraint, shape: TableShape): Constraint["value"] {
  if (op === "LIKE" || op === "GLOB") return toColumnValue(value, "TEXT");
  return toColumnValue(value, shape.columns[column]) ?? value;
}
