import { readText, type Sqlite } from "../sqlite/load-sqlite.ts";
import { type SqlValue, sqlFunctions } from "./catalogue.ts";
import { compareVersions } from "./compare-versions.ts";

/** Registers the catalogue's functions and osquery's collations with a connection. */
export function registerFunctions(sqlite: Sqlite, db: number): void {
  const { capi } = sqlite;
  const traits = capi.SQLITE_UTF8 | capi.SQLITE_DETERMINISTIC | capi.SQLITE_INNOCUOUS;
  for (const { name, arities, nullable, evaluate } of sqlFunctions) {
    const call = (_context: number, ...args: SqlValue[]) =>
      args.some((value, at) => value === null && at !== nullable)
        ? null
        : evaluate(...(args as Exclude<SqlValue, null>[]));
    for (const arity of arities) {
      capi.sqlite3_create_function_v2(
        db,
        name,
        arity,
        traits as never,
        0,
        call as never,
        0 as never,
        0 as never,
        0 as never,
      );
    }
  }
  for (const name of versionCollations) registerCollation(sqlite, { db, name });
}

/** In osquery one for each kind of package; here one order covers all. */
const versionCollations = ["version", "version_arch", "version_dpkg", "version_rhel"];

/** `ORDER BY version COLLATE version` sorts 1.10 after 1.9. */
function registerCollation(sqlite: Sqlite, { db, name }: { db: number; name: string }): void {
  const compare = (
    _data: number,
    leftBytes: number,
    left: number,
    rightBytes: number,
    right: number,
  ) => compareVersions(readText(sqlite, left, leftBytes), readText(sqlite, right, rightBytes));
  sqlite.capi.sqlite3_create_collation_v2(db, name, sqlite.capi.SQLITE_UTF8, 0, compare, 0);
}
