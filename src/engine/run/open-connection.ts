import { TableUnavailable } from "../../tables/host/gap.ts";
import type { Table } from "../../tables/model/table.ts";
import { registerFunctions } from "../functions/register.ts";
import { limits } from "../sqlite/limits.ts";
import { loadSqlite, type Sqlite } from "../sqlite/load-sqlite.ts";
import { exceedsBudget, type ThreadBudget } from "../sqlite/memory-budget.ts";
import { createValueBridge } from "../sqlite/value-bridge.ts";
import { columnKey, type Evaluation } from "../virtual-tables/evaluation.ts";
import { serveVirtualTables, type VirtualTables } from "../virtual-tables/serve-virtual-tables.ts";
import { shapeOf, type TableShape } from "../virtual-tables/table-shape.ts";
import { restrictConnection } from "./restrict-connection.ts";
import { createStatementCache, type StatementCache } from "./statement-cache.ts";

const outOfBudget = "the statement needs more memory than this machine's agent may use";

/** A SQLite connection with virtual tables; it evaluates one statement at a time. */
export interface Connection {
  sqlite: Sqlite;
  db: number;
  /** Runs `work`, synchronous calls to SQLite, with `evaluation` as the tables' state. */
  evaluate<T>(evaluation: Evaluation, work: () => T): T;
  /** Why the authorizer refused the last statement; null if it did not. */
  refusal(): string | null;
  /** Which columns beyond osquery's the tables have. */
  columns: Pick<VirtualTables, "reveal" | "hasOwnColumn">;
  /** Statements prepared for the connection's own tables. */
  cache: StatementCache;
  /** Registers more tables, replacing those with the same names; `restore` undoes it. */
  overlay(shapes: TableShape[]): { restore(): void };
  close(): void;
}

export async function openConnection(
  tables: Table[],
  { shape: shapeOfTable, budget }: ConnectionOptions,
): Promise<Connection> {
  const sqlite = await loadSqlite();
  const { capi } = sqlite;
  const handle = openMemory(sqlite);
  const db = handle.pointer;
  let evaluation: Evaluation | null = null;
  let refusal: string | null = null;
  const current = () => evaluation!;
  const bridge = createValueBridge(sqlite);
  const served = serveVirtualTables(sqlite, { db, bridge, current });
  const own = new Map(tables.map((table) => [table.name.toLowerCase(), shapeOfTable(table)]));
  const known = new Set(own.keys());

  function mustStop(running: Evaluation): boolean {
    if (performance.now() > running.deadlineMs) return true;
    if (!budget || !exceedsBudget(budget, sqlite.wasm.heap8u().byteLength)) return false;
    running.failure = new TableUnavailable("error", outOfBudget);
    return true;
  }

  for (const shape of own.values()) served.register(shape);
  // A thread alone may have most of the budget; the rest is for threads that start meanwhile.
  const shareBytes = budget ? Math.floor((budget.totalBytes * 2) / 3) : limits.heapBytes;
  setLimits(sqlite, db, Math.min(limits.heapBytes, shareBytes));
  const unregisterFunctions = registerFunctions(sqlite, { db, bridge });
  capi.sqlite3_progress_handler(
    db,
    limits.progressSteps,
    () => (evaluation && mustStop(evaluation) ? 1 : 0),
    0,
  );
  restrictConnection(sqlite, db, {
    isTable: (name) => known.has(name),
    refuse: (message) => {
      refusal ??= message;
    },
    onRead: (table, column) => evaluation?.columnsRead.add(columnKey(table, column)),
  });

  const cache = createStatementCache((pointer) => sqlite.raw.sqlite3_finalize(pointer));
  return {
    sqlite,
    db,
    columns: served,
    cache,
    refusal: () => refusal,
    evaluate(next, work) {
      evaluation = next;
      refusal = null;
      try {
        return work();
      } finally {
        evaluation = null;
      }
    },
    overlay(shapes) {
      if (shapes.some(({ name }) => own.has(name.toLowerCase()))) cache.clear();
      for (const shape of shapes) {
        served.register(shape);
        known.add(shape.name.toLowerCase());
      }
      return {
        restore() {
          for (const { name } of shapes) {
            const before = own.get(name.toLowerCase());
            if (before) served.register(before);
            else {
              served.unregister(name);
              known.delete(name.toLowerCase());
            }
          }
        },
      };
    },
    close() {
      cache.clear();
      handle.close();
      unregisterFunctions();
    },
  };
}

export interface ConnectionOptions {
  /** How a table is seen by SQL. */
  shape: (table: Table) => TableShape;
  budget?: ThreadBudget | undefined;
}

/** A table whose rows are given: push-down tables are searched like any other. */
export const rowShape = (table: Table): TableShape => shapeOf(table, null);

/** A table of this machine. */
export function liveShape(table: Table, platform: NodeJS.Platform): TableShape {
  const shape = shapeOf(table, platform);
  return "scan" in table ? { ...shape, pushDown: table } : { ...shape, input: table.input ?? null };
}

function openMemory({ capi, wasm }: Sqlite): { pointer: number; close(): void } {
  const out = wasm.alloc(4);
  const rc = capi.sqlite3_open_v2(":memory:", out, capi.SQLITE_OPEN_READWRITE, null as never);
  const pointer = wasm.peekPtr(out) as number;
  wasm.dealloc(out);
  if (rc !== capi.SQLITE_OK) throw new Error(`SQLite did not open: ${rc}`);
  return { pointer, close: () => void capi.sqlite3_close_v2(pointer) };
}

function setLimits({ capi }: Sqlite, db: number, heapBytes: number): void {
  capi.sqlite3_limit(db, capi.SQLITE_LIMIT_LENGTH, limits.valueBytes);
  capi.sqlite3_limit(db, capi.SQLITE_LIMIT_SQL_LENGTH, limits.sqlBytes);
  capi.sqlite3_limit(db, capi.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, limits.likePatternBytes);
  capi.sqlite3_limit(db, capi.SQLITE_LIMIT_EXPR_DEPTH, limits.expressionDepth);
  capi.sqlite3_limit(db, capi.SQLITE_LIMIT_ATTACHED, 0);
  // Published osquery packs write strings in double quotes.
  capi.sqlite3_db_config(db, capi.SQLITE_DBCONFIG_DQS_DML, 1, 0);
  capi.sqlite3_exec(db, `PRAGMA hard_heap_limit=${heapBytes}`, 0, 0, 0);
}
