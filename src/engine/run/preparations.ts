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
