import type { PlanStatement, StatementResult, TableGap } from "../../contract/plan.ts";
import { checkOneSelect } from "../plan/one-select.ts";
import type { Host } from "../tables/host.ts";
import type { Collection } from "./collect-tables.ts";
import { explainFailure, type StatementError } from "./explain-failure.ts";
import { createGapList, type GapList } from "./gap-list.ts";
import type { IndexedRows } from "./indexed-rows.ts";
import { limits } from "./limits.ts";
import type { Connection } from "./open-connection.ts";
import { type SteppedRows, stepAll, withStatement } from "./step-statement.ts";
import type { Evaluation } from "./table-source.ts";

export type Preparation =
  | { tables: string[]; columnsRead: ReadonlySet<string>; error: null }
  | { tables: []; columnsRead: ReadonlySet<string>; error: StatementError };

const noColumns: ReadonlySet<string> = new Set();

const timeoutOf = ({ timeout_ms }: PlanStatement) => Math.min(timeout_ms, limits.timeoutMs);

/** The tables a statement reads, or why it can't be run: nothing is collected for this. */
export function prepareStatement(
  connection: Connection,
  { statement, host }: { statement: PlanStatement; host: Host },
): Preparation {
  const shape = checkOneSelect(statement.sql);
  if (!shape.ok) {
    const error: StatementError = { reason: "error", message: shape.message };
    return { tables: [], columnsRead: noColumns, error };
  }
  const timeoutMs = timeoutOf(statement);
  const evaluation = newEvaluation(host, timeoutMs);
  try {
    connection.evaluate(evaluation, () =>
      withStatement(connection.sqlite, { db: connection.db, sql: statement.sql }, () => undefined),
    );
    const { planned, columnsRead } = evaluation;
    return { tables: [...planned], columnsRead, error: null };
  } catch (error) {
    const why = explainFailure(error, { connection, evaluation, timeoutMs });
    return { tables: [], columnsRead: noColumns, error: why };
  }
}

/** Runs a prepared statement over what was collected of its tables. */
export function runStatement(
  connection: Connection,
  {
    statement,
    host,
    preparation: { tables, columnsRead },
    collections,
  }: {
    statement: PlanStatement;
    host: Host;
    preparation: Preparation;
    collections: ReadonlyMap<string, Collection>;
  },
): StatementResult {
  const started = performance.now();
  const gaps = createGapList(columnsRead);
  const { collected, missing } = inputsOf(tables, collections, gaps);
  if (missing) return failed(statement, missing, { gaps: gaps.list() });
  const timeoutMs = timeoutOf(statement);
  const evaluation: Evaluation = {
    ...newEvaluation(host, timeoutMs),
    collected,
    report: gaps.add,
  };
  try {
    const stepped = step(connection, statement, evaluation);
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

/** The rows a statement may read. One table of which nothing was seen is enough to say nothing. */
function inputsOf(
  tables: string[],
  collections: ReadonlyMap<string, Collection>,
  gaps: GapList,
): { collected: Map<string, IndexedRows>; missing: StatementError | null } {
  const collected = new Map<string, IndexedRows>();
  let missing: StatementError | null = null;
  for (const table of tables) {
    const collection = collections.get(table);
    if (!collection) continue;
    if (collection.unavailable) {
      const { reason, detail } = collection.unavailable;
      gaps.add(table, { reason, detail });
      missing ??= { reason, message: `${table}: ${detail}` };
    } else {
      collected.set(table, collection.rows);
      for (const gap of collection.gaps) gaps.add(table, gap);
    }
  }
  return { collected, missing };
}

function step(
  { sqlite, db, evaluate }: Connection,
  { sql, max_rows }: PlanStatement,
  evaluation: Evaluation,
): SteppedRows {
  return evaluate(evaluation, () =>
    withStatement(sqlite, { db, sql }, (statement) =>
      stepAll(sqlite, { db, statement, maxRows: max_rows }),
    ),
  );
}

/** The result of a statement that gave none. */
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

function newEvaluation(host: Host, timeoutMs: number): Evaluation {
  return {
    host,
    planned: new Set(),
    columnsRead: new Set(),
    unconstrained: new Map(),
    collected: new Map(),
    rowNumbers: new Map(),
    report: () => {},
    deadlineMs: performance.now() + timeoutMs,
    failure: null,
  };
}
