import type { QueryEngine, SnapshotTableRows } from "../../agent/query-engine.ts";
import { type Sleep, systemSleep } from "../../agent/sleep.ts";
import { wordsIn } from "../../engine/run/words-in.ts";
import type { Engine, TableInfo } from "../../engine/types.ts";
import type { SimulatedHost } from "./read-simulated-hosts.ts";

type Rows = SnapshotTableRows["rows"];

/** Shared, so that an empty table is hashed once and not once per host. */
const noRows: Rows = [];

const platforms: Record<string, string> = { macos: "darwin", windows: "win32" };

/** Answers from a host's recorded rows. An absent table is empty, a denied one is denied. */
export function simulatedAnswerer(
  { os, tables: recorded, denied, latency_ms = 0 }: SimulatedHost,
  {
    engine,
    tables,
    sleep = systemSleep,
  }: { engine: Pick<Engine, "run">; tables: TableInfo[]; sleep?: Sleep },
): QueryEngine {
  const deniedHere = new Set(denied);
  const textOf = (name: string): string | null | undefined =>
    deniedHere.has(name) ? null : recorded.get(name)?.toString("utf8");
  const rowsOf = (name: string): Rows => {
    const text = textOf(name);
    return typeof text === "string" ? (JSON.parse(text) as Rows) : text === null ? null : noRows;
  };
  return {
    async run(statements, { deniedTables, signal }) {
      if (latency_ms > 0) await sleep(latency_ms, signal);
      const words = wordsIn(statements);
      const named = [...recorded.keys(), ...denied].filter((name) => words.has(name));
      const rows = Object.fromEntries(named.map((name) => [name, textOf(name) ?? null]));
      return engine.run(statements, { rows, deniedTables, signal });
    },
    async collectTables(deniedTables) {
      const refused = new Set(deniedTables);
      const platform = platforms[os] ?? os;
      const ofPlatform = tables.filter((table) => table.platforms.includes(platform));
      const names = new Set([...ofPlatform.map(({ name }) => name), ...recorded.keys(), ...denied]);
      return [...names]
        .filter((name) => !refused.has(name))
        .map((name): SnapshotTableRows => ({ name, rows: rowsOf(name), gaps: [] }));
    },
  };
}
