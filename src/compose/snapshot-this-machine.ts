import type { Engine } from "../agent/engine/types.ts";
import type { SnapshotTables } from "../brain/ports.ts";
import { saveSnapshots } from "../brain/snapshots.ts";
import type { StatementResult, TableGap } from "../contract/plan.ts";
import { type Clock, isoTime } from "../core/clock.ts";
import type { AgentRecord, Store } from "../store/port.ts";

/** Environments and histories hold secrets, so they are read when asked for and never kept. */
const neverKept = new Set(["process_envs", "shell_history"]);

const firstAfterMs = 2_000;
const everyMs = 15 * 60_000;
const heartbeatEveryMs = 30_000;
const maxRows = 100_000;
const timeoutMs = 60_000;

export interface SnapshotParts {
  store: Store;
  clock: Clock;
  engine: Engine;
  agent: AgentRecord;
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
  const heartbeat = setInterval(() => {
    sayItIsThere(parts).catch(onError);
  }, heartbeatEveryMs);
  return {
    async stop() {
      stopping.abort();
      clearInterval(heartbeat);
      clearTimeout(next);
      await current;
      clearTimeout(next);
    },
  };
}

async function sayItIsThere({ store, clock, agent }: SnapshotParts): Promise<void> {
  const found = await store.find("agent", agent.id);
  if (!found) return;
  const record = { ...found.record, last_heartbeat_at: isoTime(clock.now()) };
  // Whoever changed the record meanwhile wins; the next heartbeat is soon enough.
  await store.commit(
    [{ type: "put", kind: "agent", record }],
    [{ kind: "agent", id: agent.id, is: "unchanged", revision: found.revision }],
  );
}

async function takeSnapshot(
  { store, clock, engine, agent }: SnapshotParts,
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
  const seen: SnapshotTables = {};
  const gaps: Record<string, TableGap[]> = {};
  for (const result of results) {
    if (!result.error && !result.truncated) {
      seen[result.id] = toObjects(result);
      gaps[result.id] = result.gaps;
    } else if (result.error?.reason === "denied") seen[result.id] = null;
  }
  await saveSnapshots(store, agent, { tables: seen, gaps, collectedAt });
}

function toObjects({ columns, rows }: StatementResult): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
  );
}
