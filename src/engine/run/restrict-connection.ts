import type { Sqlite } from "../sqlite/load-sqlite.ts";

/** SQLite's table-valued functions that read only their arguments. */
const pureTables = new Set(["json_each", "json_tree", "jsonb_each", "jsonb_tree"]);
/** SQLite's internal tables. */
const internalTable = /^(sqlite_|pragma_|bytecode$|tables_used$|dbstat$|fts5|rtree)/;
const internalFunction =
  /^(fts|rtree|bm25$|highlight$|snippet$|sqlite_(?!version$)|load_extension$|subtype$)/;

/**
 * Restricts a connection to SELECT from registered tables and calls of harmless functions. `isTable`
 * gets lower-case names; `refuse` is called with the reason of a refusal, `onRead` with each column
 * that a statement reads.
 */
export function restrictConnection(
  { capi }: Sqlite,
  db: number,
  {
    isTable,
    refuse,
    onRead,
  }: {
    isTable: (name: string) => boolean;
    refuse: (message: string) => void;
    onRead: (table: string, column: string) => void;
  },
): void {
  function deny(message: string): number {
    refuse(message);
    return capi.SQLITE_DENY;
  }

  function mayRead(table: string, column: string): boolean {
    if (internalTable.test(table)) return false;
    // For a CTE or subquery without used columns SQLite passes its alias and an empty column.
    return isTable(table) || pureTables.has(table) || column === "";
  }

  capi.sqlite3_set_authorizer(
    db,
    (_data, action, first, second) => {
      if (action === capi.SQLITE_SELECT || action === capi.SQLITE_RECURSIVE) return capi.SQLITE_OK;
      if (action === capi.SQLITE_READ) {
        const table = String(first || "").toLowerCase();
        const column = String(second || "");
        if (!mayRead(table, column)) return deny(`${table} may not be read`);
        onRead(table, column);
        return capi.SQLITE_OK;
      }
      if (action !== capi.SQLITE_FUNCTION) return deny("a statement may only read tables");
      const name = String(second || "").toLowerCase();
      return internalFunction.test(name) ? deny(`${name}() may not be called`) : capi.SQLITE_OK;
    },
    0,
  );
}
