import type { sqlite3_module } from "@sqlite.org/sqlite-wasm";
import { toColumnValue } from "../sqlite/cell-values.ts";
import type { Sqlite } from "../sqlite/load-sqlite.ts";
import type { ValueBridge } from "../sqlite/value-bridge.ts";
import { chooseScan } from "./choose-scan.ts";
import type { Evaluation } from "./evaluation.ts";
import { readOffers, writeScan } from "./index-info.ts";
import {
  openCursor,
  rowNumber,
  type ScanCursor,
  startScan,
  type UsedConstraint,
} from "./scan-cursor.ts";
import { declaration, type TableShape, withOwnColumns } from "./table-shape.ts";

const pointerBytes = 4;
/** Rows of a collected table between deadline checks. */
const rowsPerDeadlineCheck = 256;
/** Assumed size of a table that is not collected yet. */
const unknownRowCount = 1_000;

export interface VirtualTables {
  /** Registers a table under its name, replacing an earlier one. */
  register(shape: TableShape): void;
  unregister(name: string): void;
  /** Declares tables with those of their own columns that `names` has, and without the others. */
  reveal(names: ReadonlySet<string>): void;
  /** Whether a table has a column of its own with this name. */
  hasOwnColumn(name: string): boolean;
}

/**
 * Serves tables to a connection as eponymous virtual tables, which cost nothing until a statement
 * uses them. No exception may pass through SQLite: each callback returns a result code and stores
 * the error in the evaluation.
 */
export function serveVirtualTables(
  sqlite: Sqlite,
  { db, bridge, current }: { db: number; bridge: ValueBridge; current: () => Evaluation },
): VirtualTables {
  const { capi, vtab, wasm, raw } = sqlite;
  const shapes: TableShape[] = [];
  const connected = new Map<number, TableShape>();
  let revealed: ReadonlySet<string> = new Set();
  const cursors = new Map<number, ScanCursor>();
  const scansByText = new Map<string, UsedConstraint[]>();

  function guarded(work: () => number): number {
    try {
      return work();
    } catch (error) {
      current().failure ??= error instanceof Error ? error : new Error(String(error));
      return capi.SQLITE_ERROR;
    }
  }

  /** Allocates a zeroed SQLite struct (a sqlite3_vtab has three words, a cursor one) and stores its address at `out`. */
  function allocate(bytes: number, out: number): number {
    const pointer = raw.sqlite3_malloc(bytes);
    if (pointer === 0) return 0;
    wasm.heap8u().fill(0, pointer, pointer + bytes);
    wasm.pokePtr(out, pointer);
    return pointer;
  }

  function connect(connection: number, position: number, out: number): number {
    const shape = withOwnColumns(shapes[position]!, revealed);
    const rc = capi.sqlite3_declare_vtab(connection, declaration(shape));
    if (rc !== capi.SQLITE_OK) return rc;
    const table = allocate(12, out);
    if (table === 0) return capi.SQLITE_NOMEM;
    connected.set(table, shape);
    return capi.SQLITE_OK;
  }

  function bestIndex(table: number, info: number): number {
    const shape = connected.get(table)!;
    const evaluation = current();
    const offers = readOffers(sqlite, info, shape);
    const constraints = offers.map(({ constraint }) => constraint);
    const rowCount = evaluation.collected.get(shape.name)?.rows.length ?? unknownRowCount;
    const scan = chooseScan(shape, constraints, rowCount);
    if (!scan) {
      evaluation.unconstrained.set(shape.name, shape.pushDown?.required ?? []);
      return capi.SQLITE_CONSTRAINT;
    }
    if (scan.fromInput) evaluation.placed.set(shape.name, shape.input!.column);
    else evaluation.planned.add(shape.name);
    writeScan(sqlite, info, { scan, offers });
    return capi.SQLITE_OK;
  }

  function scanOf(text: string): UsedConstraint[] {
    let used = scansByText.get(text);
    if (!used) {
      if (scansByText.size > 1_000) scansByText.clear();
      used = JSON.parse(text) as UsedConstraint[];
      scansByText.set(text, used);
    }
    return used;
  }

  function filter(pointer: number, scanText: number, argc: number, argv: number): number {
    const evaluation = current();
    if (performance.now() > evaluation.deadlineMs) return capi.SQLITE_INTERRUPT;
    const used = argc === 0 ? [] : scanOf(wasm.cstrToJs(scanText) ?? "[]");
    const constraints = used.map((constraint, argument) => ({
      ...constraint,
      value: bridge.readValue(wasm.peekPtr(argv + argument * pointerBytes)),
    }));
    startScan(cursors.get(pointer)!, constraints, evaluation);
    return capi.SQLITE_OK;
  }

  function next(pointer: number): number {
    const cursor = cursors.get(pointer)!;
    cursor.position += 1;
    const isCheckDue =
      cursor.shape.pushDown !== null || cursor.position % rowsPerDeadlineCheck === 0;
    if (isCheckDue && performance.now() > current().deadlineMs) return capi.SQLITE_INTERRUPT;
    cursor.row = cursor.next();
    return capi.SQLITE_OK;
  }

  function column(pointer: number, context: number, position: number): number {
    const { row, shape } = cursors.get(pointer)!;
    const name = shape.columnNames[position]!;
    bridge.setResult(context, row ? toColumnValue(row[name], shape.columns[name]) : null);
    return capi.SQLITE_OK;
  }

  // The typings expect the struct's method names and reject a module without xCreate.
  const setupModule = vtab.setupModule as unknown as (setup: object) => sqlite3_module;
  const module = setupModule({
    methods: {
      xConnect: (connection: number, aux: number, _argc: number, _argv: number, out: number) =>
        guarded(() => connect(connection, aux - 1, out)),
      xDisconnect: (table: number) => {
        connected.delete(table);
        raw.sqlite3_free(table);
        return capi.SQLITE_OK;
      },
      xBestIndex: (table: number, info: number) => guarded(() => bestIndex(table, info)),
      xOpen: (table: number, out: number) => {
        const cursor = allocate(8, out);
        if (cursor === 0) return capi.SQLITE_NOMEM;
        cursors.set(cursor, openCursor(connected.get(table)!));
        return capi.SQLITE_OK;
      },
      xClose: (cursor: number) => {
        cursors.delete(cursor);
        raw.sqlite3_free(cursor);
        return capi.SQLITE_OK;
      },
      xFilter: (cursor: number, _number: number, text: number, argc: number, argv: number) =>
        guarded(() => filter(cursor, text, argc, argv)),
      xNext: (cursor: number) => guarded(() => next(cursor)),
      xEof: (cursor: number) => (cursors.get(cursor)!.row === null ? 1 : 0),
      xColumn: (cursor: number, context: number, position: number) =>
        guarded(() => column(cursor, context, position)),
      xRowid: (cursor: number, out: number) =>
        guarded(() => {
          vtab.xRowid(out, rowNumber(cursors.get(cursor)!, current()));
          return capi.SQLITE_OK;
        }),
    },
  });

  function create(position: number): void {
    // The client data is the shape's position in `shapes`, from 1. SQLite disconnects the table that it replaces.
    capi.sqlite3_create_module_v2(db, shapes[position]!.name, module, position + 1, 0 as never);
  }

  return {
    register(shape) {
      const known = shapes.findIndex(({ name }) => name === shape.name);
      const position = known < 0 ? shapes.length : known;
      shapes[position] = shape;
      create(position);
    },
    unregister: (name) => {
      capi.sqlite3_create_module_v2(db, name, 0 as never, 0, 0 as never);
    },
    reveal(names) {
      const changed = new Set(
        [...revealed, ...names].filter((name) => revealed.has(name) !== names.has(name)),
      );
      revealed = names;
      if (changed.size === 0) return;
      const declared = new Set([...connected.values()].map(({ name }) => name));
      shapes.forEach(({ name, own }, position) => {
        if (declared.has(name) && [...own].some((column) => changed.has(column))) create(position);
      });
    },
    hasOwnColumn: (name) => shapes.some(({ own }) => own.has(name)),
  };
}
