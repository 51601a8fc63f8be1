/** A prepared statement, and what SQLite found when it was prepared. */
export interface PreparedStatement {
  pointer: number;
  planned: ReadonlySet<string>;
  columnsRead: ReadonlySet<string>;
}

/**
 * Prepared statements of a connection, for running the same plan over the rows of many hosts:
 * preparing takes three times as long as running over a host's rows. SQLite plans by the size of
 * the tables, so a statement is prepared again for tables of another order of magnitude.
 */
export interface StatementCache {
  /** A statement prepared for tables of about these sizes. It stays in the cache while it is used. */
  find(sql: string, rowsOf: RowsOf): PreparedStatement | undefined;
  add(sql: string, statement: PreparedStatement, rowsOf: RowsOf): void;
  /** Finalizes one statement, which failed. */
  remove(sql: string, statement: PreparedStatement): void;
  clear(): void;
}

/** The number of rows of a table. */
type RowsOf = (table: string) => number;

interface Entry {
  statement: PreparedStatement;
  /** By table: its size when the statement was prepared. */
  sizes: ReadonlyMap<string, number>;
}

/** A prepared statement takes some tens of kilobytes. */
const maxStatements = 600;

/** Equal for numbers of rows within a factor of eight. */
const sizeClass = (rows: number) => (rows === 0 ? -1 : Math.floor(Math.log2(rows) / 3));

export function createStatementCache(finalize: (pointer: number) => void): StatementCache {
  const entries = new Map<string, Entry[]>();
  let size = 0;

  function evict(sql: string): void {
    const all = entries.get(sql) ?? [];
    entries.delete(sql);
    for (const { statement } of all) finalize(statement.pointer);
    size -= all.length;
  }

  return {
    find: (sql, rowsOf) =>
      entries
        .get(sql)
        ?.find(({ sizes }) => [...sizes].every(([table, own]) => sizeClass(rowsOf(table)) === own))
        ?.statement,
    add(sql, statement, rowsOf) {
      const sizes = new Map(
        [...statement.planned].map((table) => [table, sizeClass(rowsOf(table))]),
      );
      const before = entries.get(sql) ?? [];
      // The one used last is evicted last.
      entries.delete(sql);
      entries.set(sql, [...before, { statement, sizes }]);
      size += 1;
      for (const oldest of entries.keys()) {
        if (size <= maxStatements || oldest === sql) break;
        evict(oldest);
      }
    },
    remove(sql, statement) {
      const others = (entries.get(sql) ?? []).filter((entry) => entry.statement !== statement);
      entries.set(sql, others);
      size -= 1;
      finalize(statement.pointer);
    },
    clear() {
      for (const sql of [...entries.keys()]) evict(sql);
    },
  };
}
