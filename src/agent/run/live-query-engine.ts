import type { StatementResult } from "../../contract/plan.ts";
import type { Engine } from "../../engine/types.ts";
import type { QueryEngine, SnapshotTableRows } from "../query-engine.ts";

/**
 * Environments, settings of instances and shell histories hold secrets, and lists of files are long:
 * they are read only for a live question. Carves are refused.
 */
const excludedTables = new Set([
  "carves",
  "deb_package_files",
  "docker_container_envs",
  "docker_container_fs_changes",
  "docker_container_stats",
  "lxd_instance_config",
  "process_envs",
  "rpm_package_files",
  "shell_history",
]);

const maxRows = 100_000;
const timeoutMs = 60_000;
/** All results of one plan, which are copied several times until they are uploaded. */
const planBytes = 3 << 20;
/** All tables of one snapshot. */
const snapshotBytes = 32 << 20;

/** The query engine of this machine, which reads it live. */
export function liveQueryEngine(engine: Pick<Engine, "run" | "tables">): QueryEngine {
  return {
    run: (statements, options) => engine.run(statements, { ...options, resultBytes: planBytes }),
    collectTables: (deniedTables, signal) => collectSnapshot(engine, deniedTables, signal),
  };
}

/**
 * Collects the tables of a snapshot. A table that is too large, too slow, fails or has no source on
 * this host is left out: the brain's previous copy is older but complete.
 */
async function collectSnapshot(
  engine: Pick<Engine, "run" | "tables">,
  deniedTables: string[],
  signal: AbortSignal,
): Promise<SnapshotTableRows[]> {
  const included = (await engine.tables()).filter(
    ({ name, here, required }) => here && required.length === 0 && !excludedTables.has(name),
  );
  const denied = new Set(deniedTables);
  const results = await engine.run(
    included
      .filter(({ name }) => !denied.has(name))
      .map(({ name, columns }) => ({
        id: name,
        sql: selectAll(name, columns),
        max_rows: maxRows,
        timeout_ms: timeoutMs,
      })),
    { deniedTables, signal, resultBytes: snapshotBytes },
  );
  return [
    ...included.filter(({ name }) => denied.has(name)).map(({ name }) => byPolicy(name)),
    ...results.flatMap((result) => partOf(result) ?? []),
  ];
}

/** Every column by its name: `SELECT *` leaves out those that osquery lacks. */
function selectAll(table: string, columns: { name: string }[]): string {
  return `SELECT ${columns.map(({ name }) => `${table}."${name}"`).join(", ")} FROM ${table}`;
}

function byPolicy(name: string): SnapshotTableRows {
  const gap = { table: name, reason: "policy", detail: "a tag policy denies it" } as const;
  return { name, rows: null, gaps: [gap] };
}

function partOf(result: StatementResult): SnapshotTableRows | null {
  const { id: name, error, truncated, gaps } = result;
  if (error?.reason === "denied")
    return { name, rows: null, gaps: [{ table: name, reason: "denied", detail: error.message }] };
  return error || truncated || gaps.some(({ absent }) => absent)
    ? null
    : { name, rows: toObjects(result), gaps };
}

function toObjects({ columns, rows }: StatementResult): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
  );
}
