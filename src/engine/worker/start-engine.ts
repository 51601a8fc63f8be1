import type { PlanStatement } from "../../contract/plan.ts";
import { wordsIn } from "../run/words-in.ts";
import { createMemoryBudget } from "../sqlite/memory-budget.ts";
import type { Engine, TableRows } from "../types.ts";
import { startWorker } from "./engine-worker.ts";
import { runInWorker, type WatchdogTimes } from "./run-in-worker.ts";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";
import type { CompleteRequest, WorkerHost, WorkerMessage } from "./worker-protocol.ts";

export interface EngineOptions {
  /** The bundled `engine-worker.js`. */
  workerUrl: URL;
  /** The machine for live runs; by default this one. */
  host?: WorkerHost;
  /** Threads for live and for cached runs, started on demand; long runs don't count. Each thread serves one run at a time. */
  poolSize?: { live: number; cached: number };
  /** How long an idle thread stays. */
  idleMs?: number;
  /** V8's young generation per thread, MiB; the default of 48 is mostly unused. */
  youngGenerationMb?: number;
  /** Maximum threads of a pool, including those with long runs. */
  maxThreads?: number;
  /** SQLite's memory in all threads together; by default only each statement's is limited. */
  memoryBytes?: number;
  watchdog?: WatchdogTimes;
}

const pools = 2;
/** A worker that has more memory after a run is replaced, because its memory does not shrink. */
const reusableBytes = 96 << 20;
/** Statements whose tables are cached. */
const maxCachedStatements = 2_000;

/**
 * Starts an engine with two pools of worker threads, for live runs and for runs over given rows, so
 * that neither blocks the other.
 */
export function startEngine({
  workerUrl,
  host = {},
  // More threads than cores: an endless statement must not block the others.
  poolSize = { live: 6, cached: 3 },
  idleMs = 15_000,
  youngGenerationMb,
  maxThreads = 24,
  memoryBytes,
  watchdog = { graceMs: 1_500, startMs: 15_000 },
}: EngineOptions): Engine {
  const resourceLimits =
    youngGenerationMb === undefined ? {} : { maxYoungGenerationSizeMb: youngGenerationMb };
  // Twice the threads: one that was ended may take a moment to leave its slot.
  const budget =
    memoryBytes === undefined ? undefined : createMemoryBudget(memoryBytes, 2 * pools * maxThreads);
  const maxReusableBytes = Math.min(reusableBytes, memoryBytes ?? reusableBytes);
  const start = () =>
    startWorker(workerUrl, { host, reusableBytes: maxReusableBytes, resourceLimits, budget });
  const live = createWorkerPool({ size: poolSize.live, maxWorkers: maxThreads, idleMs, start });
  const cached = createWorkerPool({ size: poolSize.cached, maxWorkers: maxThreads, idleMs, start });
  const tablesBySql = new Map<string, Promise<string[] | null>>();
  return {
    run(statements, { signal, ...options } = {}) {
      if (statements.length === 0) return Promise.resolve([]);
      const rows = options.rows && rowsNamedIn(statements, options.rows);
      return runInWorker(rows || options.mergedTable ? cached : live, statements, {
        options: { ...options, ...(rows ? { rows } : {}) },
        watchdog,
        maxReusableBytes,
        signal,
      });
    },
    tablesRead(sql) {
      const cachedTables = tablesBySql.get(sql);
      if (cachedTables) return cachedTables;
      // Cached before it resolves: hundreds of hosts ask for the same statement at once.
      const tables = request(cached, { type: "tablesRead", sql }, "tablesRead").then(
        (answer) => answer.tables,
      );
      if (tablesBySql.size >= maxCachedStatements) tablesBySql.clear();
      tablesBySql.set(sql, tables);
      tables.catch(() => tablesBySql.delete(sql));
      return tables;
    },
    tables: async () => (await request(live, { type: "tables" }, "tables")).tables,
    async close() {
      live.close();
      cached.close();
    },
  };
}

/** Only the tables named in a statement: copying a whole snapshot to a thread blocks the caller. */
function rowsNamedIn(statements: PlanStatement[], rows: TableRows): TableRows {
  const words = wordsIn(statements);
  return Object.fromEntries(Object.entries(rows).filter(([name]) => words.has(name.toLowerCase())));
}

/** Sends a request other than `run`, which one message answers. */
async function request<T extends WorkerMessage["type"]>(
  pool: WorkerPool,
  request: CompleteRequest,
  type: T,
): Promise<Extract<WorkerMessage, { type: T }>> {
  const worker = await pool.acquire(request.type);
  let answer: WorkerMessage | undefined;
  const end = await worker.serve(request, (message) => {
    answer = message;
  });
  pool.release(worker, end.worker === "free");
  if (answer?.type === type) return answer as Extract<WorkerMessage, { type: T }>;
  throw new Error(end.worker === "gone" ? end.message : `the engine did not answer ${type}`);
}
