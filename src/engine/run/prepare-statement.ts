import type { Evaluation } from "../virtual-tables/evaluation.ts";
import type { Connection } from "./open-connection.ts";
import { prepare, SqlFailure } from "./step-statement.ts";

/** Statements whose own columns are cached. */
const maxCached = 2_000;
const columnsOf = new WeakMap<Connection, Map<string, ReadonlySet<string>>>();

interface Source {
  sql: string;
  evaluation: Evaluation;
}

/** Prepares `sql` as `prepareRevealed`, passes the statement to `use`, and always finalizes it. */
export function withPrepared<T>(
  connection: Connection,
  source: Source,
  use: (statement: number) => T,
): T {
  const statement = prepareRevealed(connection, source);
  try {
    return use(statement);
  } finally {
    connection.sqlite.raw.sqlite3_finalize(statement);
  }
}

/**
 * A prepared statement, which the caller finalizes. SQLite first sees osquery's columns alone, so
 * that ours change no statement of osquery; each name that it then misses is looked for in our
 * columns.
 */
export function prepareRevealed(connection: Connection, { sql, evaluation }: Source): number {
  const cached = cacheOf(connection);
  let revealed = cached.get(sql) ?? new Set<string>();
  for (;;) {
    connection.columns.reveal(revealed);
    try {
      const statement = prepare(connection.sqlite, { db: connection.db, sql });
      cached.set(sql, revealed);
      return statement;
    } catch (error) {
      const name = missingColumn(error);
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
