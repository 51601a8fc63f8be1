import type { Constraint } from "../../tables/model/table.ts";
import type { Sqlite } from "../sqlite/load-sqlite.ts";
import type { OfferedConstraint, Scan } from "./choose-scan.ts";
import type { TableShape } from "./table-shape.ts";

/** SQLite's codes for the operators that tables support. */
const operators: Record<number, Constraint["op"]> = {
  2: "=",
  4: ">",
  8: "<=",
  16: "<",
  32: ">=",
  65: "LIKE",
  66: "GLOB",
};

// Offsets in `sqlite3_index_info` and its arrays on wasm32: https://sqlite.org/c3ref/index_info.html
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
  /** Its index among all constraints that SQLite offers. */
  position: number;
  constraint: OfferedConstraint;
}

/** The offered constraints that a table could use. */
export function readOffers(sqlite: Sqlite, pointer: number, shape: TableShape): Offer[] {
  const memory = memoryOf(sqlite);
  const first = memory.getUint32(pointer + info.constraints, true);
  const offers: Offer[] = [];
  for (let index = 0; index < memory.getInt32(pointer + info.constraintCount, true); index++) {
    const at = first + index * constraint.size;
    const column = shape.columnNames[memory.getInt32(at + constraint.column, true)];
    const op = operators[memory.getUint8(at + constraint.op)];
    if (column === undefined || op === undefined) continue;
    const usable = memory.getUint8(at + constraint.usable) !== 0;
    const collation = sqlite.capi.sqlite3_vtab_collation(pointer, index);
    const plainCollation = isPlainCollation(collation, shape);
    const literal =
      column === shape.input?.column && collation === "BINARY" && isLiteral(sqlite, pointer, index);
    const listed = sqlite.capi.sqlite3_vtab_in(pointer, index, -1) !== 0;
    offers.push({
      position: index,
      constraint: { column, op, usable, plainCollation, literal, listed },
    });
  }
  return offers;
}

function isLiteral({ capi, wasm }: Sqlite, pointer: number, index: number): boolean {
  const out = wasm.alloc(4);
  try {
    const rc = capi.sqlite3_vtab_rhs_value(pointer, index, out);
    return rc === capi.SQLITE_OK || capi.sqlite3_vtab_in(pointer, index, -1) !== 0;
  } finally {
    wasm.dealloc(out);
  }
}

/** Push-down tables compare bytes; the index of a collected table supports SQLite's built-in collations. */
function isPlainCollation(collation: string, shape: TableShape): boolean {
  return collation === "BINARY" || (!shape.pushDown && ["NOCASE", "RTRIM"].includes(collation));
}

/** Writes to SQLite which constraints `scan` uses, in the order of their values, and its cost. */
export function writeScan(
  sqlite: Sqlite,
  pointer: number,
  { scan, offers }: { scan: Scan; offers: Offer[] },
): void {
  const used = scan.uses.map((offer) => offers[offer]!);
  const text = JSON.stringify(
    used.map(({ constraint: { column, op } }) => ({
      column,
      op,
      ...(scan.fromInput && { fromInput: true }),
    })),
  );
  // Before creating the view: allocating may move the memory.
  const scanText = sqlite.wasm.allocCString(text, false);
  const memory = memoryOf(sqlite);
  const usages = memory.getUint32(pointer + info.usages, true);
  used.forEach(({ position }, argument) => {
    memory.setInt32(usages + position * usage.size + usage.argument, argument + 1, true);
  });
  memory.setUint32(pointer + info.scanText, scanText, true);
  memory.setInt32(pointer + info.freeScanText, 1, true);
  memory.setFloat64(pointer + info.cost, scan.cost, true);
  memory.setBigInt64(pointer + info.rows, BigInt(scan.rows), true);
}
