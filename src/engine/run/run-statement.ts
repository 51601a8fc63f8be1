import type { PlanStatement, StatementResult, TableGap } from "../../contract/plan.ts";
import { checkOneSelect } from "../../core/check-one-select.ts";
import type { Host } from "../../tables/host/port.ts";
import { limits } from "../sqlite/limits.ts";
import type { Evaluation } from "../virtual-tables/evaluation.ts";
import type { Collection } from "./collect-tables.ts";
import { explainFailure, type StatementError } from "./explain-failure.ts";
import { createGapList, type GapList } from "./gap-list.ts";
import type { Connection } from "./open-connection.ts";
import { prepareRevealed, withPrepared } from "./prepare-statement.ts";
import type { PreparedStatement, StatementCache } from "./statement-cache.ts";
import { type SteppedRows, stepAll } from "./step-statement.ts";

/** The tables that a statement reads: those to collect, and those that read a place it names. */
export type Preparation =
  | { tables: string[]; placed: ReadonlyMap<string, string>; error: null }
  | { tables: []; placed: ReadonlyMap<string, string>; error: StatementError };

const nothingPlaced: ReadonlyMap<string, string> = new Map();

const timeoutOf = ({ timeout_ms }: PlanStatement) => Math.min(timeout_ms, limits.timeoutMs);

/** The tables a statement reads, or why it can't run; collects nothing. */
export function prepareStatement(
  connection: Connection,
  { statement, host }: { statement: PlanStatement; host: Host },
): Preparation {
  const shape = checkOneSelect(statement.sql);
  if (!shape.ok) {
    const error: StatementError = { reason: "error", message: shape.message };
    return { tables: [], placed: nothingPlaced, error };
  }
  const timeoutMs = timeoutOf(statement);
  const evaluation = newEvaluation(host, timeoutMs);
  try {
    connection.evaluate(evaluation, () =>
      withPrepared(connection, { sql: statement.sql, evaluation }, () => undefined),
    );
    return { tables: [...evaluation.planned], placed: evaluation.placed, error: null };
  } catch (error) {
    return {
      tables: [],
      placed: nothingPlaced,
      error: explainFailure(error, { connection, evaluation, timeoutMs }),
    };
  }
}

/**
 * Runs a statement over the collected tables. It is prepared again here, because SQLite plans better
 * when the row counts are known.
 */
export function runStatement(
  connection: Connection,
  {
    statement,
    host,
    collections,
    maxBytes,
    cache,
  }: {
    statement: PlanStatement;
    host: Host;
    collections: ReadonlyMap<string, Collection>;
    /** Maximum size of the result. */
    maxBytes: number;
    /** Prepared statements to use and to add to. */
    cache?: StatementCache | undefined;
  },
): StatementResult {
  const started = performance.now();
  const sizeOf = (table: string) => collections.get(table)?.rows?.rows.length ?? 0;
  const prepared = cache?.find(statement.sql, sizeOf);
  const shape = prepared ? { ok: true as const } : checkOneSelect(statement.sql);
  if (!shape.ok) return failed(statement, { reason: "error", message: shape.message });
  const timeoutMs = timeoutOf(statement);
  const evaluation = newEvaluation(host, timeoutMs);
  const gaps = createGapList(evaluation.columnsRead);
  evaluation.collected = { get: (table) => collections.get(table)?.rows ?? undefined };
  evaluation.report = gaps.add;
  const use = cache ? cachedStatement(cache, { prepared, sizeOf }) : withPrepared;
  try {
    const stepped = step(connection, statement, { evaluation, collections, gaps, maxBytes, use });
    if ("reason" in stepped) return failed(statement, stepped, { gaps: gaps.list() });
    return {
      id: statement.id,
      ...stepped,
      row_count: stepped.rows.length,
      gaps: gaps.list(),
      error: null,
      duration_ms: Math.round(performance.now() - started),
    };
  } catch (error) {
    return failed(statement, explainFailure(error, { connection, evaluation, timeoutMs }), {
      gaps: gaps.list(),
      durationMs: performance.now() - started,
    });
  }
}

interface Inputs {
  evaluation: Evaluation;
  collections: ReadonlyMap<string, Collection>;
  gaps: GapList;
  maxBytes: number;
  use: UseStatement;
}

/** Passes a prepared statement to `work`. */
type UseStatement = (
  connection: Connection,
  source: { sql: string; evaluation: Evaluation },
  work: (statement: number) => SteppedRows | StatementError,
) => SteppedRows | StatementError;

/** Uses the cached statement, or prepares and caches one; one that failed is finalized. */
function cachedStatement(
  cache: StatementCache,
  {
    prepared,
    sizeOf,
  }: { prepared: PreparedStatement | undefined; sizeOf: (table: string) => number },
): UseStatement {
  return (connection, source, work) => {
    const { sql, evaluation } = source;
    for (const table of prepared?.planned ?? []) evaluation.planned.add(table);
    for (const column of prepared?.columnsRead ?? []) evaluation.columnsRead.add(column);
    const { planned, columnsRead } = evaluation;
    const pointer = () => prepareRevealed(connection, source);
    const statement = prepared ?? { planned, columnsRead, pointer: pointer() };
    if (!prepared) cache.add(sql, statement, sizeOf);
    try {
      const stepped = work(statement.pointer);
      connection.sqlite.raw.sqlite3_reset(statement.pointer);
      return stepped;
    } catch (error) {
      cache.remove(sql, statement);
      throw error;
    }
  };
}

function step(
  connection: Connection,
  { sql, max_rows }: PlanStatement,
  { evaluation, collections, gaps, maxBytes, use }: Inputs,
): SteppedRows | StatementError {
  const { sqlite, db } = connection;
  return connection.evaluate(evaluation, () =>
    use(
      connection,
      { sql, evaluation },
      (statement) =>
        reportGaps([...evaluation.planned, ...evaluation.placed.keys()], collections, gaps) ??
        stepAll(sqlite, { db, statement, maxRows: max_rows, maxBytes }),
    ),
  );
}

/**
 * Reports the gaps of the tables, but for those of some rows, which count only if a scan looks for
 * them; an error if a table could not be read at all.
 */
function reportGaps(
  tables: string[],
  collections: ReadonlyMap<string, Collection>,
  gaps: GapList,
): StatementError | null {
  let missing: StatementError | null = null;
  for (const table of tables) {
    const collection = collections.get(table);
    for (const gap of collection?.gaps ?? []) if (!gap.rows) gaps.add(table, gap);
    if (!collection?.unavailable) continue;
    const { reason, detail } = collection.unavailable;
    gaps.add(table, { reason, detail });
    missing ??= { reason, message: `${table}: ${detail}` };
  }
  return missing;
}

/** The result of a failed statement. */
export function failed(
  statement: PlanStatement,
  error: StatementError,
  { gaps = [], durationMs = 0 }: { gaps?: TableGap[]; durationMs?: number } = {},
): StatementResult {
  return {
    id: statement.id,
    columns: [],
    rows: [],
    row_count: 0,
    truncated: false,
    gaps,
    error,
    duration_ms: Math.round(durationMs),
  };
}

export function newEvaluation(host: Host, timeoutMs: number): Evaluation {
  return {
    host,
    planned: new Set(),
    placed: new Map(),
    columnsRead: new Set(),
    unconstrained: new Map(),
    collected: new Map(),
    rowNumbers: new Map(),
    report: () => {},
    deadlineMs: performance.now() + timeoutMs,
    failure: null,
  };
}
