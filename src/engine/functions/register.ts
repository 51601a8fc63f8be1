import { readText, type Sqlite } from "../sqlite/load-sqlite.ts";
import type { ValueBridge } from "../sqlite/value-bridge.ts";
import { type SqlFunction, type SqlValue, sqlFunctions } from "./catalogue.ts";
import { versionCollations } from "./version-orders.ts";

/**
 * Registers the catalogue's functions and osquery's collations with a connection. Call the result
 * once the connection is closed.
 */
export function registerFunctions(
  sqlite: Sqlite,
  { db, bridge }: { db: number; bridge: ValueBridge },
): () => void {
  const { capi, wasm } = sqlite;
  const traits = capi.SQLITE_UTF8 | capi.SQLITE_DETERMINISTIC | capi.SQLITE_INNOCUOUS;
  const pointers = sqlFunctions.map((definition) => {
    const pointer = wasm.installFunction("v(pip)", callback(sqlite, { definition, bridge }));
    for (const arity of definition.arities) {
      capi.sqlite3_create_function_v2(
        db,
        definition.name,
        arity,
        traits as never,
        0,
        pointer as never,
        0 as never,
        0 as never,
        0 as never,
      );
    }
    return pointer;
  });
  for (const name of Object.keys(versionCollations)) registerCollation(sqlite, { db, name });
  return () => {
    for (const pointer of pointers) wasm.uninstallFunction(pointer);
  };
}

/**
 * A statement calls a function for each row it considers, so values pass without the library's
 * conversions, which take longer than most functions.
 */
function callback(
  { capi, wasm }: Sqlite,
  { definition: { nullable, evaluate }, bridge }: { definition: SqlFunction; bridge: ValueBridge },
) {
  const call = (args: (SqlValue | null)[]) =>
    args.some((value, at) => value === null && at !== nullable)
      ? null
      : evaluate(...(args as Exclude<SqlValue, null>[]));
  return (context: number, count: number, values: number): void => {
    try {
      const pointers = wasm
        .heap32u()
        .subarray(values / pointerBytes, values / pointerBytes + count);
      bridge.setResult(context, call(Array.from(pointers, bridge.readArgument)));
    } catch (error) {
      capi.sqlite3_result_error_js(context, error as Error);
    }
  };
}

/** Of 32-bit WebAssembly. */
const pointerBytes = 4;

/** `ORDER BY version COLLATE version` sorts 1.10 after 1.9. */
function registerCollation(sqlite: Sqlite, { db, name }: { db: number; name: string }): void {
  const order = versionCollations[name]!;
  const compare = (
    _data: number,
    leftBytes: number,
    left: number,
    rightBytes: number,
    right: number,
  ) => order(readText(sqlite, left, leftBytes), readText(sqlite, right, rightBytes));
  sqlite.capi.sqlite3_create_collation_v2(db, name, sqlite.capi.SQLITE_UTF8, 0, compare, 0);
}
