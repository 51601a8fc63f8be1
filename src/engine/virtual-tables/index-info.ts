import type { Constraint } from "../../tables/model/table.ts";
import type { Sqlite } from "../sqlite/load-sqlite.ts";
import type { OfferedConstraint, Scan } from "./choose-scan.ts";
import type { TableShape } from "./evaluation.ts";

/** SQLite's codes for the operators that tables can use. */
const operators: Record<number, Constraint["op"]> = {
  2: "=",
  4: ">",
  8: "<=",
  16: "<",
  32: ">=",
  65: "LIKE",
  66: "GLOB",
};

// Places within `sqlite3_index_info` and its arrays on wasm32: https://sqlite.org/c3ref/index_info.html
const info = {
  constraintCount: 0,
  constraints: 4,
  usages: 16,
  scanText: 24,
  freeScanText: 28,
  cost: 40,
  rows: 48,
} as const;
const constraint = { size: 12, column: 0, op: 4, usable: 5 } as const;
const usage = { size: 8, argument: 0 } as const;

const memoryOf = ({ wasm }: Sqlite) => new DataView(wasm.heap8u().buffer);

export interface Offer {
  /** Its place among all constraints of the plan under trial. */
  position: number;
  constraint: OfferedConstraint;
}

/** Those constraints of a plan under trial that a table could use. */
export function readOffers(sqlite: Sqlite, pointer: number, shape: TableShape): Offer[] {
  const memory = memoryOf(sqlite);
  const first = memory.getUint32(pointer + info.constraints, true);
  const offers: Offer[] = [];
  for (let place = 0; place < memory.getInt32(pointer + info.constraintCount, true); place++) {
    const at = first + place * constraint.size;
    const column = shape.columnNames[memory.getInt32(at + constraint.column, true)];
    const op = operators[memory.getUint8(at + constraint.op)];
    if (column === undefined || op === undefined) continue;
    const usable = memory.getUint8(at + constraint.usable) !== 0;
    const plainCollation = isPlainCollation(sqlite.capi.sqlite3_vtab_collation(pointer, place), shape);
    offers.push({ position: place, constraint: { column, op, usable, plainCollation } });
  }
  return offers;
}

/** A push-down table compares byte by byte; an index of ours covers SQLite's own collations. */
function isPlainCollation(collation: string, shape: TableShape): boolean {
  return collation === "BINARY" || (!shape.pushDown && ["NOCASE", "RTRIM"].includes(collation));
}

/** Tells SQLite which constraints `scan` takes, in the order their values are to come, and what it costs. */
export function writeScan(
  sqlite: Sqlite,
  pointer: number,
  { scan, offers }: { scan: Scan; offers: Offer[] },
): void {
  const taken = scan.uses.map((offer) => offers[offer]!);
  const text = JSON.stringify(taken.map(({ constraint: { column, op } }) => ({ column, op })));
  // Before the view is taken: allocating may move the memory.
  const scanText = sqlite.wasm.allocCString(text, false);
  const memory = memoryOf(sqlite);
  const usages = memory.getUint32(pointer + info.usages, true);
  taken.forEach(({ position }, argument) => {
    memory.setInt32(usages + position * usage.size + usage.argument, argument + 1, true);
  });
  memory.setUint32(pointer + info.scanText, scanText, true);
  memory.setInt32(pointer + info.freeScanText, 1, true);
  memory.setFloat64(pointer + info.cost, scan.cost, true);
  memory.setBigInt64(pointer + info.rows, BigInt(scan.rows), true);
}
