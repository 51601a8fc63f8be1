import type { Engine } from "../agent/engine/types.ts";
import { hashRows, signSnapshot } from "../agent/plan/sign-snapshot.ts";
import type { SigningKey } from "../agent/plan/signing-key.ts";
import type { StatementResult } from "../contract/plan.ts";
import type { SnapshotTable } from "../contract/snapshot.ts";
import { type Clock, isoTime } from "../core/clock.ts";
import type { AgentCaller, Fleet } from "../server/fleet/fleet.ts";

/** Environments and histories hold secrets, so they are read when asked for and never kept. */
const neverKept = new Set(["process_envs", "shell_history"]);

const firstAfterMs = 2_000;
const everyMs = 15 * 60_000;
const maxRows = 100_000;
const timeoutMs = 60_000;

export interface SnapshotParts {
  fleet: Fleet;
  caller: AgentCaller;
  clock: Clock;
  engine: Engine;
  agent: { agentId: string; agentKey: SigningKey };
  onError(error: unknown): void;
}

/** Keeps this machine's snapshot fresh, and its agent's word that it is there. */
export function startSnapshots(parts: SnapshotParts): { stop(): Promise<void> } {
  const { onError } = parts;
  const stopping = new AbortController();
  let current: Promise<void> = Promise.resolve();
  let next: NodeJS.Timeout;
  const take = () => {
    current = takeSnapshot(parts, stopping.signal)
      .catch(onError)
      .finally(() => {
        next = setTimeout(take, everyMs);
      });
  };
  next = setTimeout(take, firstAfterMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(next);
      await current;
      clearTimeout(next);
    },
  };
}

async function takeSnapshot(
  { fleet, caller, clock, engine, agent }: SnapshotParts,
  signal: AbortSignal,
): Promise<void> {
  const tables = (await engine.tables()).filter(
    ({ name, here, required }) => here && required.length === 0 && !neverKept.has(name),
  );
  const collectedAt = isoTime(clock.now());
  const results = await engine.run(
    tables.map(({ name }) => ({
      id: name,
      sql: `SELECT * FROM ${name}`,
      max_rows: maxRows,
      timeout_ms: timeoutMs,
    })),
    { signal },
  );
  if (signal.aborted) return;
  const seen: Record<string, SnapshotTable> = {};
  for (const { id, error, truncated, ...result } of results) {
    if (truncated || (error && error.reason !== "denied")) continue;
    const rows = error ? null : toObjects(result);
    seen[id] = { sha256: hashRows(rows), rows, gaps: result.gaps };
  }
  const { agentId, agentKey } = agent;
  const snapshot = { agent_id: agentId, collected_at: collectedAt, tables: seen };
  await fleet.saveSnapshot(caller, agentId, signSnapshot(snapshot, agentKey));
}

function toObjects({
  columns,
  rows,
}: Pick<StatementResult, "columns" | "rows">): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
  );
}
