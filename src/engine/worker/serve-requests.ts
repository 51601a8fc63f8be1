import type { PlanStatement } from "../../contract/plan.ts";
import type { RunnerOptions, SqlRunner } from "../run/sql-runner.ts";
import { collectGarbage } from "./collect-garbage.ts";
import {
  type FinishedStatement,
  noStatement,
  type WorkerMessage,
  type WorkerRequest,
} from "./worker-protocol.ts";

type Post = (message: WorkerMessage) => void;

/** Answers each request with messages, the last of which is `done` or `broken`. */
export function serveRequests({
  runner,
  reusableBytes,
  position,
  post,
}: {
  runner: Promise<SqlRunner>;
  reusableBytes: number;
  /** See `WorkerStart`. */
  position: Int32Array;
  post: Post;
}): (request: WorkerRequest) => Promise<void> {
  let statements: PlanStatement[] = [];
  return async (request) => {
    try {
      const ready = await runner;
      if (request.type === "tables") post({ type: "tables", tables: ready.tables() });
      else if (request.type === "tablesRead")
        post({ type: "tablesRead", tables: ready.tablesRead(request.sql) });
      else {
        statements = request.statements ?? statements;
        await runStatements(ready, { statements, options: request.options }, { position, post });
      }
      // A new thread prepares every statement anew, which takes seconds for a posture's.
      if (ready.memoryBytes() > reusableBytes) collectGarbage();
      post({ type: "done", memoryBytes: ready.memoryBytes() });
    } catch (error) {
      // A trap in the WebAssembly code or a bug: this thread must be replaced.
      post({ type: "broken", message: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** Results are sent after this time, ms, so that few are lost with a thread that hangs. */
const flushMs = 20;

async function runStatements(
  runner: SqlRunner,
  { statements, options }: { statements: PlanStatement[]; options: RunnerOptions },
  { position, post }: { position: Int32Array; post: Post },
): Promise<void> {
  let finished: FinishedStatement[] = [];
  let flushedAt = Number.NEGATIVE_INFINITY;
  const flush = () => {
    post({ type: "results", finished });
    finished = [];
    flushedAt = performance.now();
  };
  await runner.run(statements, options, {
    onTable: (table) => post({ type: "table", table }),
    onStatement(index) {
      Atomics.store(position, 0, index);
      if (performance.now() - flushedAt > flushMs) flush();
    },
    onResult(index, result) {
      Atomics.store(position, 0, noStatement);
      finished.push({ index, result });
    },
  });
  flush();
}
