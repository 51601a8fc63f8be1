import type { PlanStatement } from "../../contract/plan.ts";
import type { Engine, TableRows } from "../types.ts";
import { startWorker } from "./engine-worker.ts";
import { type WatchdogTimes, runInWorker } from "./run-in-worker.ts";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";
import type { WorkerHost, WorkerMessage, WorkerRequest } from "./worker-protocol.ts";

export interface EngineOptions {
  /** The bundled `engine-worker.js`. */
  workerUrl: URL;
  /** The machine that live runs look at; this one unless told. */
  host?: WorkerHost;
  /** Threads at work, but for those that take long: each serves one run at a time, and starts when it is needed. */
  poolSize?: { live: number; cached: number };
  /** How long an unused thread is kept. */
  idleMs?: number;
  /** Of a thread's memory, what is for new objects, MiB; by default 48, of which most stays unused. */
  youngGenerationMb?: number;
  watchdog?: WatchdogTimes;
}

/** Threads of a pool at most, those with statements that take long included. */
const maxThreads = 24;
/** Statements whose tables are remembered. */
const maxCachedStatements = 2_000;

/**
 * Starts an engine over worker threads: some for live runs, others for the evaluation of
 * given rows, so that neither waits for the other.
 */
export function startEngine({
  workerUrl,
  host = {},
  // More threads than cores: a statement that never ends must not hold up the others.
  poolSize = { live: 6, cached: 3 },
  idleMs = 15_000,
  youngGenerationMb,
  watchdog: patience = { graceMs: 1_500, startMs: 15_000 },
}: EngineOptions): Engine {
  const resourceLimits =
    youngGenerationMb === undefined ? {} : { maxYoungGenerationSizeMb: youngGenerationMb };
  const start = () => startWorker(workerUrl, host, resourceLimits);
  const live = createWorkerPool({ size: poolSize.live, most: maxThreads, idleMs, start });
  const cached = createWorkerPool({ size: poolSize.cached, most: maxThreads, idleMs, start });
  const known = new Map<string, Promise<string[] | null>>();
  return {
    run(statements, { signal, ...options } = {}) {
      if (statements.length === 0) return Promise.resolve([]);
      const rows = options.rows && rowsNamedIn(statements, options.rows);
      return runInWorker(rows || options.mergedTable ? cached : live, statements, {
        options: { ...options, ...(rows ? { rows } : {}) },
        patience,
        signal,
      });
    },
    tablesRead(sql) {
      const before = known.get(sql);
      if (before) return before;
      // Kept before it is answered: hundreds of hosts are asked the same at once.
      const tables = request(cached, { type: "tablesRead", sql }, "tablesRead").then(
        (answer) => answer.tables,
      );
      if (known.size >= maxCachedStatements) known.clear();
      known.set(sql, tables);
      tables.catch(() => known.delete(sql));
      return tables;
    },
    tables: async () => (await request(live, { type: "tables" }, "tables")).tables,
    async close() {
      live.close();
      cached.close();
    },
  };
}

/** Only those tables that some statement's text names: copying a whole snapshot to a thread takes the caller's time. */
function rowsNamedIn(statements: PlanStatement[], rows: TableRows): TableRows {
  const text = statements
    .map(({ sql }) => sql)
    .join("\n")
    .toLowerCase();
  return Object.fromEntries(
    Object.entries(rows).filter(([name]) => text.includes(name.toLowerCase())),
  );
}

/** The one message that answers a request other than `run`. */
async function request<T extends WorkerMessage["type"]>(
  pool: WorkerPool,
  request: WorkerRequest,
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
