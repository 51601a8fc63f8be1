import type { PlanStatement } from "../../contract/plan.ts";
import type { Host } from "../../tables/host/port.ts";
import type { Connection } from "./open-connection.ts";
import { type Preparation, prepareStatement } from "./run-statement.ts";

export type Preparations = (statement: PlanStatement) => Preparation;

const maxKnown = 1_000;

/** Finds which tables a statement reads, once for those that come again, such as a posture's. */
export function createPreparations(connection: Connection, host: Host): Preparations {
  const known = new Map<string, Preparation>();
  return (statement) => {
    const before = known.get(statement.sql);
    if (before) return before;
    const found = prepareStatement(connection, { statement, host });
    if (found.error) return found;
    if (known.size >= maxKnown) known.clear();
    known.set(statement.sql, found);
    return found;
  };
}

/** Enough to prepare any statement. */
const preparationMs = 1_000;

/** What preparing a statement shows; collects nothing. */
export function prepareOnly(preparations: Preparations, sql: string): Preparation {
  return preparations({ id: "", sql, max_rows: 0, timeout_ms: preparationMs });
}

/** The tables that a statement reads, in lower case and sorted; null if it can't be prepared. */
export function tablesRead(preparations: Preparations, sql: string): string[] | null {
  const { tables, placed, error } = prepareOnly(preparations, sql);
  // No snapshot has the rows of a place that a statement names, so they have a name of their own.
  const places = [...placed].flatMap(([name, column]) => [name, `${name}.${column}`]);
  return error
    ? null
    : [...new Set([...tables, ...places])].map((name) => name.toLowerCase()).sort();
}
