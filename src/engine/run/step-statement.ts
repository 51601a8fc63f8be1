import type { Cell } from "../../contract/common.ts";
import { integerCell, realCell } from "../sqlite/cell-values.ts";
import { limits } from "../sqlite/limits.ts";
import { readText, type Sqlite, sqlType } from "../sqlite/load-sqlite.ts";

export interface SteppedRows {
  columns: string[];
  rows: Cell[][];
  truncated: boolean;
}

/** A statement that SQLite rejected or interrupted. */
export class SqlFailure extends Error {
  readonly interrupted: boolean;
  constructor(message: string, { interrupted = false }: { interrupted?: boolean } = {}) {
    super(message);
    this.name = "SqlFailure";
    this.interrupted = interrupted;
  }
}

/** A prepared statement, which the caller finalizes. */
export function prepare(sqlite: Sqlite, { db, sql }: { db: number; sql: string }): number {
  const { capi, wasm, raw } = sqlite;
  const text = wasm.allocCString(sql, false);
  const out = wasm.alloc(4);
  wasm.pokePtr(out, 0);
  try {
    const rc = raw.sqlite3_prepare_v2(db, text, -1, out, 0);
    if (rc !== capi.SQLITE_OK) throw failureOf(sqlite, db, rc);
    const statement = wasm.peekPtr(out) as number;
    if (statement === 0) throw new SqlFailure("the statement is empty");
    return statement;
  } finally {
    wasm.dealloc(text);
    wasm.dealloc(out);
  }
}

function failureOf({ capi }: Sqlite, db: number, rc: number): SqlFailure {
  return new SqlFailure(capi.sqlite3_errmsg(db), {
    interrupted: (rc & 0xff) === capi.SQLITE_INTERRUPT,
  });
}

/** The rows of a prepared statement, limited to `maxRows` and `maxBytes`. */
export function stepAll(
  sqlite: Sqlite,
  {
    db,
    statement,
    maxRows,
    maxBytes = limits.resultBytes,
  }: { db: number; statement: number; maxRows: number; maxBytes?: number },
): SteppedRows {
  const { capi, raw } = sqlite;
  const columnCount = capi.sqlite3_column_count(statement);
  const columns = Array.from({ length: columnCount }, (_, at) =>
    capi.sqlite3_column_name(statement, at),
  );
  const rows: Cell[][] = [];
  let bytes = 0;
  for (;;) {
    const rc = raw.sqlite3_step(statement);
    if (rc === capi.SQLITE_DONE) return { columns, rows, truncated: false };
    if (rc !== capi.SQLITE_ROW) throw failureOf(sqlite, db, rc);
    if (rows.length >= maxRows) return { columns, rows, truncated: true };
    const row: Cell[] = [];
    for (let column = 0; column < columnCount; column++) {
      const cell = readCell(sqlite, statement, column);
      row.push(cell);
      bytes += cellBytes(cell);
    }
    if (bytes > maxBytes) {
      // Without any row the result would look like an empty one.
      if (rows.length === 0) throw new SqlFailure("the results of the plan are too large");
      return { columns, rows, truncated: true };
    }
    rows.push(row);
  }
}

const cellBytes = (cell: Cell) => 8 + (typeof cell === "string" ? cell.length : 0);

/** The approximate size of rows. */
export function bytesOf(rows: Cell[][]): number {
  return rows.reduce(
    (sum, row) => row.reduce<number>((all, cell) => all + cellBytes(cell), sum),
    0,
  );
}

/** Reads a cell; a blob as hexadecimal. */
function readCell(sqlite: Sqlite, statement: number, column: number): Cell {
  const { raw, wasm } = sqlite;
  switch (raw.sqlite3_column_type(statement, column)) {
    case sqlType.integer:
      return integerCell(raw.sqlite3_column_int64(statement, column));
    case sqlType.real:
      return realCell(raw.sqlite3_column_double(statement, column));
    case sqlType.text: {
      const text = raw.sqlite3_column_text(statement, column);
      return readText(sqlite, text, raw.sqlite3_column_bytes(statement, column));
    }
    case sqlType.blob: {
      const blob = raw.sqlite3_column_blob(statement, column);
      const length = raw.sqlite3_column_bytes(statement, column);
      return Buffer.from(wasm.heap8u().buffer, blob, length).toString("hex");
    }
    default:
      return null;
  }
}
