import type { PlanStatement, StatementResult } from "../../../src/contract/plan.ts";
import { liveShape, openConnection } from "../../../src/engine/run/open-connection.ts";
import { failed } from "../../../src/engine/run/run-statement.ts";
import { stepAll } from "../../../src/engine/run/step-statement.ts";
import { tablesFromRows } from "../../../src/engine/run/tables-from-rows.ts";
import type { Evaluation } from "../../../src/engine/virtual-tables/evaluation.ts";
import { indexRows } from "../../../src/engine/virtual-tables/indexed-rows.ts";
import { openHost } from "../../../src/tables/host/local.ts";
import { tables } from "../../../src/tables/registry.ts";
import type { Rows } from "./machine.ts";

const unread = { reason: "denied", message: "the table could not be read" } as const;

export interface RuleAsker {
  /** The answers to all statements on a host with these rows, by statement id. */
  ask(rows: Rows): Map<string, StatementResult>;
  close(): void;
}

/**
 * The agent's engine with every statement prepared once: preparing takes ten times as long as
 * running over a small host, and there are a thousand hosts.
 */
export async function openRuleAsker(statements: { id: string; sql: string }[]): Promise<RuleAsker> {
  const connection = await openConnection(tables, {
    shape: (table) => liveShape(table, "linux"),
  });
  const { sqlite, db, evaluate } = connection;
  const { raw, wasm, capi } = sqlite;
  const { shapes } = tablesFromRows({}, tables);
  connection.overlay(shapes);
  connection.columns.reveal(new Set(shapes.flatMap(({ own }) => [...own])));
  const columnsOf = new Map(shapes.map((shape) => [shape.name, shape.columns]));
  const prepared = statements.map(({ id, sql }) => {
    const evaluation = newEvaluation();
    const statement = evaluate(evaluation, () => prepare(sql));
    return {
      id,
      statement,
      reads: [...evaluation.planned],
      known: new Map<string, StatementResult>(),
    };
  });
  const contents = new Map<string, number>();
  type Prepared = (typeof prepared)[number];

  /** Equal for equal rows. */
  function numberOf(list: Rows[string]): number {
    const text = JSON.stringify(list ?? null);
    const number = contents.get(text) ?? contents.size;
    contents.set(text, number);
    return number;
  }

  function prepare(sql: string): number {
    const text = wasm.allocCString(sql, false);
    const out = wasm.alloc(4);
    const rc = raw.sqlite3_prepare_v2(db, text, -1, out, 0);
    if (rc !== capi.SQLITE_OK) throw new Error(capi.sqlite3_errmsg(db));
    const statement = wasm.peekPtr(out) as number;
    wasm.dealloc(text);
    wasm.dealloc(out);
    return statement;
  }

  function step({ id, statement, reads }: Prepared, rows: Rows): StatementResult {
    if (reads.some((name) => rows[name] === null)) return failed({ id } as PlanStatement, unread);
    const evaluation = newEvaluation();
    evaluation.collected = new Map(
      reads.map((name) => [name, indexRows(rows[name] ?? [], columnsOf.get(name)!)]),
    );
    const stepped = evaluate(evaluation, () => stepAll(sqlite, { db, statement, maxRows: 20_000 }));
    capi.sqlite3_reset(statement);
    return {
      id,
      ...stepped,
      row_count: stepped.rows.length,
      gaps: [],
      error: null,
      duration_ms: 0,
    };
  }

  /** Reuses answers over equal rows, since hosts share the rows of many tables. */
  function answer(one: Prepared, rows: Rows, numbers: Map<string, number>): StatementResult {
    const key = one.reads.map((name) => numbers.get(name) ?? "").join(" ");
    const result = one.known.get(key) ?? step(one, rows);
    one.known.set(key, result);
    return result;
  }

  return {
    ask(rows) {
      const numbers = new Map(Object.entries(rows).map(([name, list]) => [name, numberOf(list)]));
      return new Map(prepared.map((one) => [one.id, answer(one, rows, numbers)]));
    },
    close: () => {
      for (const { statement } of prepared) raw.sqlite3_finalize(statement);
      connection.close();
    },
  };
}

function newEvaluation(): Evaluation {
  return {
    host: openHost(),
    planned: new Set(),
    placed: new Map(),
    columnsRead: new Set(),
    unconstrained: new Map(),
    collected: new Map(),
    rowNumbers: new Map(),
    report: () => {},
    deadlineMs: performance.now() + 60_000,
    failure: null,
  };
}
