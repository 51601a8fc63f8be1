import type { Answerer, SnapshotPart } from "../../agent/answerer.ts";
import type { Engine } from "../../agent/engine/types.ts";
import { type Sleep, systemSleep } from "../../agent/loop/sleep.ts";
import type { SimulatedHost } from "./read-estate.ts";

/** One array for all: an empty table is then hashed once, not once a host. */
const noRows: Record<string, unknown>[] = [];

/** Answers from a host's recorded rows: a table that is absent reads as empty, a denied one as denied. */
export function simulatedAnswerer(
  { tables, denied, latency_ms = 0 }: SimulatedHost,
  {
    engine,
    tableNames,
    sleep = systemSleep,
  }: { engine: Pick<Engine, "run">; tableNames: string[]; sleep?: Sleep },
): Answerer {
  const rows: Record<string, Record<string, unknown>[] | null> = {
    ...tables,
    ...Object.fromEntries(denied.map((name) => [name, null])),
  };
  const all = [...new Set([...tableNames, ...Object.keys(rows)])].sort();
  return {
    async run(statements, { deniedTables, signal }) {
      if (latency_ms > 0) await sleep(latency_ms, signal);
      return engine.run(statements, { rows, deniedTables, signal });
    },
    async collectTables(deniedTables) {
      const refused = new Set(deniedTables);
      return all
        .filter((name) => !refused.has(name))
        .map((name): SnapshotPart => ({ name, rows: rowsOf(rows, name), gaps: [] }));
    },
  };
}

function rowsOf(rows: Record<string, SnapshotPart["rows"]>, name: string): SnapshotPart["rows"] {
  const known = rows[name];
  return known === undefined ? noRows : known;
}
