import type { Evaluation } from "../virtual-tables/evaluation.ts";
import type { Connection } from "./open-connection.ts";
import { SqlFailure, withStatement } from "./step-statement.ts";

/** Statements whose own columns are cached. */
const maxCached = 2_000;
const columnsOf = new WeakMap<Connection, Map<string, ReadonlySet<string>>>();

/**
 * Prepares `sql` and passes it to `use`. SQLite first sees osquery's columns alone, so that ours
 * change no statement of osquery; each name that it then misses is looked for in our columns.
 */
export function withPrepared<T>(
  connection: Connection,
  { sql, evaluation }: { sql: string; evaluation: Evaluation },
  use: (statement: number) => T,
): T {
  const cached = cacheOf(connection);
  let revealed = cached.get(sql) ?? new Set<string>();
  for (;;) {
    connection.columns.reveal(revealed);
    let isPrepared = false;
    try {
      return withStatement(connection.sqlite, { db: connection.db, sql }, (statement) => {
        isPrepared = true;
        cached.set(sql, revealed);
        return use(statement);
      });
    } catch (error) {
      const name = isPrepared ? null : missingColumn(error);
      if (name === null || revealed.has(name) || !connection.columns.hasOwnColumn(name))
        throw error;
      revealed = new Set([...revealed, name]);
      const { planned, placed, columnsRead, unconstrained } = evaluation;
      for (const seen of [planned, placed, columnsRead, unconstrained]) seen.clear();
    }
  }
}

function cacheOf(connection: Connection): Map<string, ReadonlySet<string>> {
  const cached = columnsOf.get(connection) ?? new Map<string, ReadonlySet<string>>();
  if (cached.size >= maxCached) cached.clear();
  columnsOf.set(connection, cached);
  return cached;
}

/** The name in SQLite's message about a column that no table of the statement has. */
function missingColumn(error: unknown): string | null {
  if (!(error instanceof SqlFailure)) return null;
  const match =
    /^no such column: (?:.*\.)?(.+)$/.exec(error.message) ??
    /^cannot join using column (.+) - column not present/.exec(error.message);
  return match ? match[1]!.toLowerCase() : null;
}
