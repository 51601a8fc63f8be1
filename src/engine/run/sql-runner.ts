import { getHeapStatistics } from "node:v8";
import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import { openHost } from "../../tables/host/local.ts";
import type { Elsewhere } from "../../tables/host/once.ts";
import type { Host } from "../../tables/host/port.ts";
import type { Table } from "../../tables/model/table.ts";
import { limits } from "../sqlite/limits.ts";
import type { ThreadBudget } from "../sqlite/memory-budget.ts";
import type { RunOptions, TableInfo } from "../types.ts";
import { type Collection, collectTables, unavailable } from "./collect-tables.ts";
import { describeTable } from "./describe-table.ts";
import { type Connection, liveShape, openConnection, rowShape } from "./open-connection.ts";
import { createPreparations, type Preparations, prepareOnly, tablesRead } from "./preparations.ts";
import { failed, type Preparation, runStatement } from "./run-statement.ts";
import { bytesOf } from "./step-statement.ts";
import { tablesFromRows } from "./tables-from-rows.ts";

export interface RunnerOptions extends Omit<RunOptions, "signal"> {
  /** Tables that hung in an earlier worker; they count as timed out. */
  stuckTables?: string[];
}

/** Reports progress, so that the watchdog knows what a run was doing when it hung. */
export interface RunObserver {
  onTable(table: string): void;
  onStatement(index: number): void;
  onResult(index: number, result: StatementResult): void;
}

/** Runs SQL in this thread; each engine worker has one. */
export interface SqlRunner {
  run(
    statements: PlanStatement[],
    options?: RunnerOptions,
    observer?: RunObserver,
  ): Promise<StatementResult[]>;
  /** The tables that a statement reads, or why it can't run; collects nothing. */
  prepare(sql: string): Preparation;
  /** The tables that a statement reads, in lower case and sorted; null if it can't be prepared. */
  tablesRead(sql: string): string[] | null;
  tables(): TableInfo[];
  /** The size of SQLite's memory and of this thread's heap; the former never shrinks, the latter rarely. */
  memoryBytes(): number;
  close(): void;
}

const noObserver: RunObserver = { onTable() {}, onStatement() {}, onResult() {} };

/** Creates a runner for `tables` of `host`, by default this machine. */
export async function createSqlRunner({
  host = openHost(),
  tables,
  budget,
  elsewhere,
}: {
  host?: Host;
  tables: Table[];
  budget?: ThreadBudget | undefined;
  /** What tables of this host are made of and other threads can find. */
  elsewhere?: Elsewhere;
}): Promise<SqlRunner> {
  const shape = (table: Table) => liveShape(table, host.platform);
  const connection = await openConnection(tables, { shape, budget });
  const preparations = createPreparations(connection, host);
  const namedIn = createNamedIn(tables);
  let overRows: Promise<Connection> | undefined;
  const connectionOverRows = () => {
    overRows ??= openConnection(tables, { shape: rowShape, budget });
    return overRows;
  };
  return {
    run: async (statements, options = {}, observer = noObserver) =>
      options.rows || options.mergedTable
        ? runOverRows(
            { connection: await connectionOverRows(), host, tables, namedIn },
            statements,
            { options, observer },
          )
        : runLive({ connection, host, tables, elsewhere, preparations }, statements, {
            options,
            observer,
          }),
    prepare: (sql) => prepareOnly(preparations, sql),
    tablesRead: (sql) => tablesRead(preparations, sql),
    tables: () => tables.map((table) => describeTable(table, host.platform)),
    memoryBytes: () =>
      connection.sqlite.wasm.heap8u().byteLength + getHeapStatistics().total_physical_size,
    close() {
      connection.close();
      void overRows?.then((other) => other.close());
    },
  };
}

interface RunnerContext {
  connection: Connection;
  host: Host;
  tables: Table[];
  elsewhere?: Elsewhere | undefined;
}

/** A statement can only read tables that it names. */
type NamedIn = (sql: string) => Table[];

const maxKnownStatements = 1_000;

/** Cached: a fleet's hosts are asked the same. */
function createNamedIn(tables: Table[]): NamedIn {
  const known = new Map<string, Table[]>();
  return (sql) => {
    const before = known.get(sql);
    if (before) return before;
    const named = tables.filter(({ name }) => namesTable(sql, name));
    if (known.size >= maxKnownStatements) known.clear();
    known.set(sql, named);
    return named;
  };
}

interface RunRequest {
  options: RunnerOptions;
  observer: RunObserver;
}

async function runLive(
  {
    connection,
    host,
    tables,
    elsewhere,
    preparations,
  }: RunnerContext & { preparations: Preparations },
  statements: PlanStatement[],
  { options, observer }: RunRequest,
): Promise<StatementResult[]> {
  const prepared = statements.map(preparations);
  const timeouts = new Map<string, number>();
  prepared.forEach((preparation, index) => {
    for (const name of preparation.tables) {
      const { timeout_ms } = statements[index]!;
      timeouts.set(name, Math.max(timeouts.get(name) ?? 0, timeout_ms));
    }
  });
  const placed = prepared.flatMap((preparation) => [...preparation.placed.keys()]);
  const names = [...new Set([...timeouts.keys(), ...placed])];
  const collections = excludedCollections(names, { options, tables, host });
  const requests = tables.flatMap((table) =>
    "collect" in table && timeouts.has(table.name) && !collections.has(table.name)
      ? [{ table, timeoutMs: timeouts.get(table.name)! }]
      : [],
  );
  const collected = await collectTables(requests, host, {
    onStart: observer.onTable,
    elsewhere,
  });
  for (const [name, collection] of collected) collections.set(name, collection);

  const results: StatementResult[] = [];
  let leftBytes = options.resultBytes ?? Number.POSITIVE_INFINITY;
  for (const [index, statement] of statements.entries()) {
    // Lets other runs in this thread proceed between statements.
    await new Promise(setImmediate);
    const preparation = prepared[index]!;
    observer.onStatement(index);
    const result = preparation.error
      ? failed(statement, preparation.error)
      : runStatement(connection, {
          statement,
          host,
          collections,
          maxBytes: Math.min(leftBytes, limits.resultBytes),
        });
    leftBytes = Math.max(0, leftBytes - bytesOf(result.rows));
    observer.onResult(index, result);
    results.push(result);
  }
  return results;
}

/** Runs all statements without yielding, because their tables are registered only for this run. */
async function runOverRows(
  { connection, host, tables, namedIn }: RunnerContext & { namedIn: NamedIn },
  statements: PlanStatement[],
  { options, observer }: RunRequest,
): Promise<StatementResult[]> {
  // Only tables named in a statement: the rows of the others need no index.
  const read = new Set(statements.flatMap(({ sql }) => namedIn(sql)));
  const named = tables.filter((table) => read.has(table));
  const { shapes, collections } = tablesFromRows(options, named);
  const names = shapes.map(({ name }) => name);
  for (const [name, collection] of deniedCollections(names, options))
    collections.set(name, collection);
  // Rows may have columns that the table does not.
  const usual = new Set(named.map(rowShape));
  const special = shapes.filter((shape) => !usual.has(shape));
  const overlay = connection.overlay(special);
  const isCached = (sql: string) => special.every(({ name }) => !namesTable(sql, name));
  try {
    return statements.map((statement, index) => {
      observer.onStatement(index);
      const result = runStatement(connection, {
        statement,
        host,
        collections,
        maxBytes: limits.resultBytes,
        cache: isCached(statement.sql) ? connection.cache : undefined,
      });
      observer.onResult(index, result);
      return result;
    });
  } finally {
    overlay.restore();
  }
}

const namesTable = (sql: string, table: string) => sql.toLowerCase().includes(table.toLowerCase());

/** Collections for those of `names` that must not be read. */
function excludedCollections(
  names: string[],
  { options, tables, host }: { options: RunnerOptions; tables: Table[]; host: Host },
): Map<string, Collection> {
  const collections = deniedCollections(names, options);
  for (const name of options.stuckTables ?? [])
    collections.set(name, unavailable("timed_out", "its collection did not finish"));
  for (const { name, platforms } of tables) {
    if (names.includes(name) && !collections.has(name) && !platforms.includes(host.platform))
      collections.set(name, unavailable("table_missing", `not a table of ${host.platform}`));
  }
  return collections;
}

function deniedCollections(
  names: string[],
  { deniedTables = [] }: RunnerOptions,
): Map<string, Collection> {
  const refused = new Set(deniedTables.map((name) => name.toLowerCase()));
  return new Map(
    names
      .filter((name) => refused.has(name.toLowerCase()))
      .map((name) => [name, unavailable("policy", "denied by a tag policy")]),
  );
}
