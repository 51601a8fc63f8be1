import type { StatementResult } from "../../contract/plan.ts";
import type { Engine } from "../../engine/types.ts";
import type { Answerer, SnapshotPart } from "../answerer.ts";

/** Environments and histories hold secrets, so they are read when asked for and never kept. */
const neverKept = new Set(["process_envs", "shell_history"]);

const maxRows = 100_000;
const timeoutMs = 60_000;

/** The answerer of a machine: its engine, live. */
export function answererOf(engine: Pick<Engine, "run" | "tables">): Answerer {
  return {
    run: (statements, options) => engine.run(statements, options),
    collectTables: (deniedTables, signal) => collectSnapshot(engine, deniedTables, signal),
  };
}

/**
 * The tables that a snapshot keeps, as they are now. One of which not all could be had, for its
 * size, the time it took or a mistake, is left out: what the brain has of it is older, but whole.
 */
async function collectSnapshot(
  engine: Pick<Engine, "run" | "tables">,
  deniedTables: string[],
  signal: AbortSignal,
): Promise<SnapshotPart[]> {
  const kept = (await engine.tables()).filter(
    ({ name, here, required }) => here && required.length === 0 && !neverKept.has(name),
  );
  const denied = new Set(deniedTables);
  const results = await engine.run(
    kept
      .filter(({ name }) => !denied.has(name))
      .map(({ name }) => ({
        id: name,
        sql: `SELECT * FROM ${name}`,
        max_rows: maxRows,
        timeout_ms: timeoutMs,
      })),
    { deniedTables, signal },
  );
  return [
    ...kept.filter(({ name }) => denied.has(name)).map(({ name }) => byPolicy(name)),
    ...results.flatMap((result) => partOf(result) ?? []),
  ];
}

function byPolicy(name: string): SnapshotPart {
  const gap = { table: name, reason: "policy", detail: "a tag policy denies it" } as const;
  return { name, rows: null, gaps: [gap] };
}

function partOf(result: StatementResult): SnapshotPart | null {
  const { id: name, error, truncated, gaps } = result;
  if (error?.reason === "denied")
    return { name, rows: null, gaps: [{ table: name, reason: "denied", detail: error.message }] };
  return error || truncated ? null : { name, rows: toObjects(result), gaps };
}

function toObjects({ columns, rows }: StatementResult): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
  );
}
