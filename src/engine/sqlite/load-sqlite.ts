import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";

/** C functions called for each cell or row, where the library's wrappers are too slow. */
export interface RawSqlite {
  sqlite3_malloc(bytes: number): number;
  sqlite3_free(pointer: number): void;
  sqlite3_prepare_v2(db: number, sql: number, bytes: number, out: number, tail: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_reset(statement: number): number;
  sqlite3_finalize(statement: number): number;
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_int64(statement: number, column: number): bigint;
  sqlite3_column_double(statement: number, column: number): number;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
  sqlite3_value_type(value: number): number;
  sqlite3_value_int64(value: number): bigint;
  sqlite3_value_double(value: number): number;
  sqlite3_value_text(value: number): number;
  sqlite3_value_blob(value: number): number;
  sqlite3_value_bytes(value: number): number;
  sqlite3_result_null(context: number): void;
  sqlite3_result_int(context: number, value: number): void;
  sqlite3_result_int64(context: number, value: bigint): void;
  sqlite3_result_double(context: number, value: number): void;
  sqlite3_result_text(context: number, text: number, bytes: number, destructor: number): void;
}

export interface Sqlite {
  capi: Sqlite3Static["capi"];
  vtab: Sqlite3Static["vtab"];
  wasm: Sqlite3Static["wasm"];
  raw: RawSqlite;
}

let loading: Promise<Sqlite> | undefined;

/** Loads SQLite, once per thread. */
export function loadSqlite(): Promise<Sqlite> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Sqlite> {
  const { default: init } = await import("@sqlite.org/sqlite-wasm");
  const { capi, vtab, wasm } = await init();
  return { capi, vtab, wasm, raw: wasm.exports as RawSqlite };
}

/** Reads UTF-8 text from SQLite's memory. */
export function readText({ wasm }: Sqlite, pointer: number, bytes: number): string {
  return Buffer.from(wasm.heap8u().buffer, pointer, bytes).toString("utf8");
}

/** SQLite's fundamental types, as returned by `sqlite3_column_type`. */
export const sqlType = { integer: 1, real: 2, text: 3, blob: 4, null: 5 } as const;
/** SQLITE_TRANSIENT: SQLite copies the bytes before the call returns. */
export const copyBytes = -1;
